import { Workflow, type IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../nodes/SocialPublishing/shared/json';
import { jpeg } from '../support/files';
import { itemWithFile } from '../support/nodeHarness';
import { OtherProcess } from '../support/otherProcess';
import { breadInput, byContent, down, useBreadPosts } from '../actions/post/breadPosts';

const { harness, create, fails, mediaIds, starts, unknownAccount } = useBreadPosts();

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The most uploads that n8n stores with the workflow. */
const CAPACITY = 200;

/** What n8n stores with the workflow. */
let stored: IDataObject;
beforeEach(() => {
	stored = {};
	jest.spyOn(Workflow.prototype, 'getStaticData').mockImplementation(() => stored);
});
afterEach(() => jest.restoreAllMocks());

const uploads = () => (isRecord(stored.uploads) ? stored.uploads : {});
const other = async () => [await itemWithFile(await jpeg(300, 300), 'other.jpg', 'image/jpeg')];
const brown = { ...byContent, text: 'Brown bread' };

let process: OtherProcess;
beforeAll(async () => {
	process = await OtherProcess.start();
});

/** Creates a post in another process, which knows only what n8n stores. */
async function createLater(afterMs = 0, input = breadInput()) {
	const { nodeType, clock } = process;
	harness.useServiceClock(clock);
	await harness.service.clock.advance(afterMs);
	const { error } = await create(brown, { nodeType, input: await input });
	expect(error).toBeUndefined();
}

describe('the static data of the workflow', () => {
	it('contains no uploads unless the same content is skipped', async () => {
		await create();
		expect(starts()).toBe(1);
		expect(stored).toEqual({});
	});

	it('does not contain an upload whose alt text may not be saved', async () => {
		fails('edit_media', down);
		await create({ ...byContent, options: { altTexts: 'Bread' } });
		expect(mediaIds()).toHaveLength(1);
		expect(stored).toEqual({});
	});

	it('contains at most 200 uploads, without the oldest', async () => {
		await create(byContent);
		const [first] = Object.entries(uploads());
		const more = Array.from({ length: CAPACITY - 1 }, (_, index) => [`key ${index}`, first?.[1]]);
		stored.uploads = Object.fromEntries([...(first ? [first] : []), ...more]);
		await create(brown, { input: await other() });
		expect(Object.keys(uploads())).toHaveLength(CAPACITY);
		expect(Object.keys(uploads())[0]).toBe('key 0');
		expect(Object.values(uploads()).at(-1)).toMatchObject({ id: mediaIds().at(-1) });
	});

	it('loses uploads that are older than a day, and damaged entries', async () => {
		const old = { id: '1', untilMs: harness.service.clock.now() - 1 };
		const young = { id: '2', untilMs: harness.service.clock.now() + 60_000 };
		stored.uploads = { old, young, text: 'x', nothing: null, empty: {} };
		await create(byContent);
		expect(Object.keys(uploads())).toEqual(['young', expect.stringMatching(/^[0-9a-f]{64}$/)]);
	});

	it.each(['text', null, [1]])('may be damaged: %j is replaced', async (damaged) => {
		stored.uploads = damaged;
		const { error } = await create(byContent);
		expect(error).toBeUndefined();
		expect(Object.keys(uploads())).toHaveLength(1);
	});
});

describe('a file that another process has uploaded for the same content', () => {
	it('is not uploaded again within a day', async () => {
		await create(byContent);
		await createLater(DAY_MS - 60_000);
		expect(starts()).toBe(1);
	});

	it('is uploaded again after a day', async () => {
		await create(byContent);
		await createLater(DAY_MS + 60_000);
		expect(starts()).toBe(2);
	});

	it('is uploaded again if it was deleted, but another file is not', async () => {
		await create(byContent);
		const input = await other();
		const { error } = await create({ ...byContent, ...unknownAccount() }, { input });
		expect(error).toBeDefined();
		expect(starts()).toBe(2);
		expect(Object.values(uploads())).toMatchObject(mediaIds().map((id) => ({ id })));
		await createLater();
		expect(starts()).toBe(2);
		await createLater(0, other());
		expect(starts()).toBe(3);
	});

	it('does not replace another file', async () => {
		await create(byContent);
		await createLater(0, other());
		expect(starts()).toBe(2);
	});
});
