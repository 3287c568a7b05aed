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

it.each(['=post-{{ $json.nr }}', '={{ $json.feed }}/{{ $json.nr }}', '={{ Number($json.nr) }}'])(
	'an item without a value for its key %s is an error: another item would have the same key',
	async (onceKey) => {
		const items = [{ title: 'One' }, { title: 'Two', nr: onceKey.includes('Number') ? 'x' : null }];
		const { error } = await harness.post(items, { onceKey });
		expect(error?.message).toMatch(/'Recognize Items By' (is empty|must be text, not NaN)/);
		expect(error?.message).toMatch(/^Items 1 and 2/);
		expect(harness.requests()).toEqual([]);
	},
);

it.each(['=post-{{ $json.nr }}', '=post-{{ Number($json.missing) }}', '=post-{{ [] }}'])(
	'an item whose key %s has only a space, NaN or nothing beside its fixed text is an error',
	async (onceKey) => {
		const items = [
			{ title: 'One', nr: ' ' },
			{ title: 'Two', nr: ' ' },
		];
		const { error } = await harness.post(items, { onceKey });
		expect(error?.message).toContain("'Recognize Items By' is empty");
		expect(harness.requests()).toEqual([]);
	},
);

it('a part of a key may be empty', async () => {
	const items = [
		{ title: 'One', nr: 1 },
		{ title: 'Two', nr: 2, feed: '' },
	];
	const { error } = await harness.post(items, { onceKey: '={{ $json.feed }}/{{ $json.nr }}' });
	expect(error).toBeUndefined();
	expect(harness.journal('create_post')).toHaveLength(2);
});
