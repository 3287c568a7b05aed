import type { IDataObject } from 'n8n-workflow';

import { toListed } from '../../../../nodes/SocialPublishing/trigger/poll/compareListed';
import type { KnownPost } from '../../../../nodes/SocialPublishing/trigger/poll/knownPost';
import { Pass } from '../../../../nodes/SocialPublishing/trigger/poll/pass';
import { UntoldReader } from '../../../../nodes/SocialPublishing/trigger/poll/readUntold';
import {
	mediaSection,
	postSection,
} from '../../../../nodes/SocialPublishing/trigger/poll/sections';
import { rememberUnread } from '../../../../nodes/SocialPublishing/trigger/poll/untoldPost';
import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import { answeringConnection } from '../../support/answeringConnection';

const FORGOTTEN_BEFORE_MS = Date.parse('2026-02-01');

beforeEach(() => {
	let nowMs = Date.parse('2026-03-02');
	jest.spyOn(clock, 'now').mockImplementation(() => nowMs);
	jest.spyOn(clock, 'wait').mockImplementation(async (durationMs) => void (nowMs += durationMs));
});
afterEach(() => jest.restoreAllMocks());

/** An entry of a list that leaves out the deliveries. */
function entry(id: string, more: IDataObject = {}): IDataObject {
	return { id, status: 'failed', created_at: '2026-03-01', ...more };
}

function entries(count: number, more: IDataObject = {}): IDataObject[] {
	return Array.from({ length: count }, (_, index) => entry(`${index}`, more));
}

const listed = (records: IDataObject[]) => records.flatMap((record) => toListed(record));

interface Setup {
	known?: IDataObject[];
	statusOf?: (id: string) => number;
	isBaseline?: boolean;
}

/** A poll that knows these posts as they were listed at first. */
function setUp({ known = [], statusOf = () => 200, isBaseline = false }: Setup = {}) {
	const watched = new Map<string, KnownPost>(
		listed(known).map(({ id, record, digest }) => [digest, rememberUnread(id, record)]),
	);
	const { connection, requests } = answeringConnection((request) => {
		const id = request.split('/').at(-1) ?? '';
		const status = statusOf(id);
		return { status, body: status === 200 ? { data: { id, text: `Post ${id}` } } : {} };
	});
	const reader = { connection, workspacePath: '/w' };
	const list = { watched, forgottenBeforeMs: FORGOTTEN_BEFORE_MS, isBaseline };
	const untold = new UntoldReader({ reader, section: postSection, ...list });
	const pass = new Pass();
	const read = async (records: IDataObject[]) => [
		...(await untold.read(listed(records), pass)).values(),
	];
	const idsRead = () => requests.map((request) => request.replace('GET /w/posts/', ''));
	return { read, idsRead, pass, untold, reader, list };
}

it('reads each post by itself, once', async () => {
	const { read, idsRead, pass } = setUp();
	const records = [entry('1'), entry('2'), entry('1')];
	expect(await read(records)).toMatchObject([{ text: 'Post 1' }, { text: 'Post 2' }]);
	expect(idsRead()).toEqual(['1', '2']);
	expect(pass.hasUnread).toBe(false);
});

it('reads no post of which the list tells everything, and no file', async () => {
	const { read, idsRead, reader, list, pass } = setUp();
	await read([entry('1', { destinations: [{ id: 'd', status: 'failed' }] })]);
	const files = new UntoldReader({ reader, section: mediaSection, ...list, watched: new Map() });
	await files.read(listed([entry('1')]), pass);
	expect(idsRead()).toEqual([]);
});

describe('of more posts than a poll may read', () => {
	it('the rest is left for the next', async () => {
		const { read, idsRead, pass } = setUp();
		expect(await read(entries(30))).toHaveLength(20);
		expect(idsRead()).toHaveLength(20);
		expect(pass.hasUnread).toBe(true);
	});

	it('half are new, where others were there at first', async () => {
		const known = entries(30);
		const { read, idsRead } = setUp({ known });
		const fresh = entries(30).map(({ id }) => entry(`new ${id}`));
		await read([...known, ...fresh]);
		expect(idsRead().filter((id) => id.startsWith('new'))).toHaveLength(10);
		expect(idsRead()).toHaveLength(20);
	});

	it('all but few are new, where few were there at first', async () => {
		const known = entries(3);
		const { read, idsRead } = setUp({ known });
		await read([...entries(30).map(({ id }) => entry(`new ${id}`)), ...known]);
		expect(idsRead().filter((id) => id.startsWith('new'))).toHaveLength(17);
		expect(idsRead()).toHaveLength(20);
	});

	it('all are new, where the others are published', async () => {
		const { read } = setUp({ known: entries(30, { status: 'published' }) });
		expect(await read(entries(30).map(({ id }) => entry(`new ${id}`)))).toHaveLength(20);
	});

	it('those under way come first', async () => {
		const { read, idsRead } = setUp();
		await read([...entries(30), entry('under way', { status: 'publishing' })]);
		expect(idsRead()[0]).toBe('under%20way');
	});

	it('any may be read at first', async () => {
		const { read } = setUp({ isBaseline: true });
		expect(await read(entries(30))).toHaveLength(20);
	});
});

describe('an old post', () => {
	const old = { created_at: '2026-01-31' };

	it.each<[string, number, IDataObject, boolean, boolean]>([
		['is not read where it is not known: it has been forgotten', 0, old, false, false],
		['is read where it is known', 1, old, true, false],
		['is read where it is as young as the bound', 1, { created_at: '2026-02-01' }, false, false],
		['is read where it has no time', 1, { created_at: '' }, false, false],
		['is not read at first where it is finished', 0, { ...old, status: 'failed' }, false, true],
		['is read at first where it is not', 1, { ...old, status: 'publishing' }, false, true],
	])('%s', async (_what, reads, more, isKnown, isBaseline) => {
		const record = entry('1', more);
		const { read } = setUp({ known: isKnown ? [record] : [], isBaseline });
		expect(await read([record])).toHaveLength(reads);
	});
});

describe('where posts cannot be read', () => {
	it('the others are, unless the service is down', async () => {
		const { read, untold, pass } = setUp({ statusOf: (id) => (Number(id) < 5 ? 403 : 200) });
		expect(await read(entries(8))).toHaveLength(3);
		expect(untold.failure?.error).toMatchObject({ facts: { status: 403 } });
		expect(pass.hasUnread).toBe(true);
	});

	it.each([503, 429])('the next poll goes on after three failures with %d', async (status) => {
		const { read, idsRead, untold } = setUp({ statusOf: (id) => (Number(id) < 3 ? status : 200) });
		expect(await read(entries(8))).toEqual([]);
		expect(new Set(idsRead()).size).toBe(3);
		expect(untold.failure?.error).toMatchObject({ facts: { status } });
		const two = setUp({ statusOf: (id) => (Number(id) < 2 ? status : 200) });
		expect(await two.read(entries(8))).toHaveLength(6);
	});

	it.each([404, 410])('because they have been deleted (%d), nothing is amiss', async (status) => {
		const { read, untold, pass } = setUp({ statusOf: () => status });
		expect(await read(entries(5))).toEqual([]);
		expect([untold.failure, pass.hasUnread]).toEqual([undefined, false]);
	});

	it('a known one is not taken for a new one', async () => {
		const { read, pass } = setUp({ known: entries(1), statusOf: () => 403 });
		await read(entries(1));
		expect(pass.hasUnread).toBe(false);
	});
});
