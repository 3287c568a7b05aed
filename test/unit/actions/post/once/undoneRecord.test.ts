import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ProcessedItems } from '../../../../engine';
import { useScriptedService } from '../../../support/scriptedService';

const DAY_MS = 24 * 60 * 60 * 1_000;
const POSTS = '/workspaces/1/posts';

const service = useScriptedService();

beforeEach(() => {
	ProcessedItems.current = new ProcessedItems();
});

const parameters: INodeParameters = {
	text: 'Bread',
	accountIds: ['3'],
	afterCreate: 'publish',
	waitForOutcome: false,
	idempotency: 'once',
	onceKey: 'row-1',
	options: { validateFirst: false },
};

it('an item whose publication got no response is not posted again a day later, even if another worker has undone the record', async () => {
	const posts: IDataObject[] = [];
	const asBefore = new Map(ProcessedItems.current.records);
	await service.open({
		[`GET ${POSTS}`]: () => ({ data: posts }),
		[`GET ${POSTS}/8`]: () => ({ headers: { ETag: '"2"' }, data: posts[0] }),
		[`POST ${POSTS}`]: () => {
			posts.push({ id: '8', text: 'Bread', status: 'draft', destinations: [{ account_id: '3' }] });
			return { status: 201, headers: { ETag: '"1"' }, data: posts[0] };
		},
		[`POST ${POSTS}/8/publish`]: ({ nth }) => {
			Object.assign(posts[0] ?? {}, { status: 'published' });
			// Another worker has read n8n's store before the record was written, and writes it back now.
			const { records } = ProcessedItems.current;
			if (nth === 1) records.clear();
			if (nth === 1) for (const [name, entries] of asBefore) records.set(name, entries);
			return undefined;
		},
	});
	const first = await service.run('post:create', parameters);
	expect(first.error?.description).toContain('may have succeeded');
	service.advance(DAY_MS + 60 * 60 * 1_000);
	service.requests.length = 0;

	const second = await service.run('post:create', parameters);
	expect(second.error).toBeUndefined();
	expect(service.lines().filter((line) => line.startsWith('POST'))).toEqual([]);
});
