import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ProcessedItems } from '../../../../engine';
import type { Answers } from '../../../support/scriptedService';
import { useScriptedService } from '../../../support/scriptedService';
import { postDialects } from '../../../support/postDialects';
import { eachOnce, useFeedHarness } from './feed';

const DAY_MS = 24 * 60 * 60 * 1_000;
const POSTS = '/workspaces/1/posts';

const service = useScriptedService();

beforeEach(() => {
	ProcessedItems.current = new ProcessedItems();
});

const parameters = (more: INodeParameters): INodeParameters => ({
	text: 'Bread',
	accountIds: ['3'],
	afterCreate: 'publish',
	waitForOutcome: false,
	...more,
	options: { validateFirst: false },
});

const once: INodeParameters = { idempotency: 'once', onceKey: 'row-1' };

const post = (id: string, text: string, status = 'draft'): IDataObject => ({
	id,
	text,
	status,
	destinations: [{ account_id: '3', status }],
});

/** A service whose list of posts states neither texts nor statuses of deliveries. */
function terseService(posts: IDataObject[]): Answers {
	const found = (id: unknown) => ({
		headers: { ETag: '"1"' },
		data: posts.find((each) => each.id === id),
	});
	const reads = Array.from({ length: 60 }, (_, index) => [
		`GET ${POSTS}/${index}`,
		() => found(String(index)),
	]);
	const publications = Array.from({ length: 60 }, (_, index) => [
		`POST ${POSTS}/${index}/publish`,
		() => ({ data: { ...found(String(index)).data, status: 'publishing' } }),
	]);
	return {
		...Object.fromEntries([...reads, ...publications]),
		[`GET ${POSTS}`]: () => ({
			data: posts.map(({ id }) => ({ id, destinations: [{ account_id: '3' }] })),
		}),
	};
}

const commands = () => service.lines().filter((line) => line.startsWith('POST'));

describe('with a list of posts that does not state their texts', () => {
	it('an item continues with its post even if its text has changed since', async () => {
		const posts = [post('7', 'Cakes')];
		await service.open({
			...terseService(posts),
			[`POST ${POSTS}`]: () => {
				posts.push(post('8', 'Bread at nine', 'published'));
				return { status: 201, headers: { ETag: '"1"' }, data: post('8', 'Bread at nine') };
			},
			[`POST ${POSTS}/8/publish`]: () => undefined,
		});
		const first = await service.run('post:create', parameters({ ...once, text: 'Bread at nine' }));
		expect(first.error).toBeDefined();
		service.requests.length = 0;

		const { error } = await service.run(
			'post:create',
			parameters({ ...once, text: 'Bread at ten' }),
		);
		expect(error).toBeUndefined();
		expect(commands()).toEqual([]);
	});

	it('an item is found among fifty posts', async () => {
		const posts = Array.from({ length: 50 }, (_, index) => post(String(index), `Text ${index}`));
		await service.open({ ...terseService(posts), [`POST ${POSTS}`]: () => undefined });
		await service.run('post:create', parameters(once));
		posts.push(post('55', 'Bread'));
		service.requests.length = 0;

		const { error } = await service.run('post:create', parameters(once));
		expect(error).toBeUndefined();
		expect(commands()).toEqual([`POST ${POSTS}/55/publish`]);
	});

	describe('a day after the response to a creation was lost', () => {
		const failAndRetry = async (posts: IDataObject[]) => {
			await service.open({
				...terseService(posts),
				[`POST ${POSTS}`]: ({ nth }) =>
					nth <= 5
						? undefined
						: { status: 201, headers: { ETag: '"1"' }, data: post('8', 'Bread') },
			});
			const failed = await service.run('post:create', parameters({}));
			expect(failed.error?.description).toContain('may have succeeded');
			service.advance(DAY_MS + 60_000);
			service.requests.length = 0;
			return await service.run('post:create', parameters({}), { retryOf: failed });
		};

		it('the post of somebody else is not published instead', async () => {
			const { error } = await failAndRetry([post('7', 'Cakes')]);
			expect(error).toBeUndefined();
			expect(commands()).toEqual([`POST ${POSTS}`, `POST ${POSTS}/8/publish`]);
		});

		it('a post without text and accounts is named in an error, and nothing is sent', async () => {
			const { error } = await failAndRetry([{ id: '7' }]);
			expect(error?.message).toBe(
				'Could not create the post: an earlier attempt may have created this post',
			);
			expect(error?.description).toContain('7');
			expect(commands()).toEqual([]);
		});
	});
});

it('an item waits for the post that another execution is creating with its own upload', async () => {
	const posts: IDataObject[] = [];
	await service.open({
		...terseService(posts),
		[`POST ${POSTS}`]: () => ({
			status: 409,
			error: { code: 'idempotency_conflict', message: 'The key was used for other input' },
		}),
		[`GET ${POSTS}`]: ({ nth }) => {
			if (nth === 3) posts.push(post('8', 'Bread'));
			return { data: posts };
		},
	});
	const { error } = await service.run('post:create', parameters(once));
	expect(error).toBeUndefined();
	expect(commands()).toEqual([`POST ${POSTS}`, `POST ${POSTS}/8/publish`]);
});

describe('with a list of posts that states no destinations', () => {
	const harness = useFeedHarness({ dialect: postDialects.noDestinations });

	it('an item that was corrected after a lost creation continues with its post', async () => {
		const action = { kind: 'drop', when: 'after' } as const;
		harness.service.faults.add({ operation: 'create_post', times: 10, action });
		expect((await harness.post([{ guid: '1', title: 'Bread' }])).error).toBeDefined();
		harness.service.faults.clear();
		await harness.post([{ guid: '2', title: 'Cakes' }]);

		const { error } = await harness.post([{ guid: '1', title: 'Fresh bread' }]);
		expect(error).toBeUndefined();
		await harness.service.clock.advance(DAY_MS);
		expect(harness.published).toEqual(eachOnce('Fresh bread', 'Cakes'));
	});
});
