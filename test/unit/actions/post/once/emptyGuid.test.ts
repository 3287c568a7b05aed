import { useFeedHarness } from './feed';

const harness = useFeedHarness();

it('an item whose guid is empty is recognized by its link', async () => {
	const items = [
		{ title: 'One', guid: '', link: 'https://bakery.example/1' },
		{ title: 'Two', guid: '', link: 'https://bakery.example/2' },
	];
	expect((await harness.post(items)).error).toBeUndefined();
	expect((await harness.post(items)).error).toBeUndefined();
	expect(harness.journal('create_post')).toHaveLength(2);
});
