import { dialects } from '../../../../service';
import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { HOUR_MS } from '../../createRecords';
import { eachOnce, feed, useFeedHarness } from './feed';

/** The list shows no posts yet. */
let isLate = false;
/** A post comes twice in each reading of the list. */
let doubledId: unknown;
const listedPost = (post: Record<string, unknown>) => {
	if (isLate) return {};
	return doubledId === undefined ? post : { ...post, id: doubledId };
};

const harness = useFeedHarness({ dialect: { ...dialects.first, listedPost } });
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);

beforeEach(() => {
	isLate = false;
	doubledId = undefined;
});

const [item] = feed('One');
const corrected = [{ ...item, title: 'One, corrected' }];
async function killCreation(): Promise<void> {
	const { length } = harness.journal('create_post');
	await harness.killWhen(() => harness.journal('create_post').length > length, feed('One'));
}

it('an item that was corrected after n8n was killed is not posted again while the list does not show its post', async () => {
	await killCreation();
	isLate = true;
	const { error } = await harness.post(corrected);
	expect(error?.message).toBe('The service does not list the post of this item');
	expect(error?.description).toContain(`key "${String(item?.guid)}", "One, corrected"`);
	isLate = false;
	expect((await harness.post(corrected)).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One, corrected'));
});

it('an item that was corrected after n8n was killed is not posted again while the list shifts', async () => {
	const [other] = (await harness.post(feed('Two'))).items;
	await later(1);
	await killCreation();
	doubledId = other?.json.id;
	expect((await harness.post(corrected)).error).toBeDefined();
	await later(2);
	const { error } = await harness.post(corrected);
	expect(error?.message).toBe('The service does not list the post of this item');
	doubledId = undefined;
	expect((await harness.post(corrected)).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('Two', 'One, corrected'));
});

it('an item that was corrected after its draft was deleted is posted anew once the list must show the draft', async () => {
	await killCreation();
	harness.service.state.posts.clear();
	expect((await harness.post(corrected)).error).toBeDefined();
	await later(2);
	expect((await harness.post(corrected)).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One, corrected'));
});

it('an item with a picture is not posted by a second execution while the list does not show the post of the first', async () => {
	isLate = true;
	const post = async (options = {}) => {
		const { binary } = await itemWithFile(await jpeg(), 'a.jpg', 'image/jpeg');
		const items = feed('One').map((json) => ({ json, binary }));
		const more = { binaryPropertyNames: 'data', mediaSource: 'input' };
		return await harness.post(items, more, options);
	};
	const process = await harness.startProcess();
	const nodeType = process.heldWhen(
		() => harness.journal('create_post').length > 0,
		async () => expect((await post()).error?.message).toMatch(/does not list the post/),
	);
	expect((await post({ nodeType })).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One'));
});

it('an item whose post was created without an ID in the response is not created again once the list shows it', async () => {
	const action = { kind: 'empty', when: 'after', status: 204 } as const;
	harness.service.faults.add({ operation: 'create_post', times: 9, action });
	expect((await harness.post(feed('One'))).error).toBeDefined();
	isLate = true;
	expect((await harness.post(feed('One'))).error).toBeDefined();
	isLate = false;
	await later(25);
	expect((await harness.post(feed('One'))).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One'));
	expect(harness.service.state.posts.size).toBe(1);
});
