import type { INodeParameters } from 'n8n-workflow';

import { callTool } from '../../../engine';
import { answered, AS_SENT, byId, SocialPublishingTool } from '../../support/nodeHarness';
import { useScriptedService, type Answers, type Reply } from '../../support/scriptedService';

/** Services whose ETags do not distinguish one state of a post from the next. */

const service = useScriptedService();
const POST = '/workspaces/1/posts/7';
const TIME = '2099-05-01T10:00:00.000Z';

interface StoredPost {
	id: string;
	status: string;
	scheduled_at: string | null;
}

let responses = 0;

const etags: Record<string, (post: StoredPost) => string> = {
	'of the content alone': () => '"bread"',
	'of the state, so that it comes back': ({ status }) => `"${status}"`,
	'weak, the same for ever': () => 'W/"1"',
	'weak, another for each response': () => `W/"${++responses}"`,
};

/** A scheduled post, and a service that remembers its answers by their keys. */
function open(etagOf: (post: StoredPost) => string) {
	const post: StoredPost = { id: '7', status: 'scheduled', scheduled_at: TIME };
	const memory = new Map<string, Reply>();
	const lost = { next: 0 };
	const reply = (): Reply => ({ headers: { etag: etagOf(post) }, data: { ...post } });
	const command =
		(change: Partial<StoredPost>): Answers[string] =>
		({ headers }) => {
			const key = String(headers['idempotency-key']);
			const known = memory.get(key);
			if (known === undefined) Object.assign(post, change);
			memory.set(key, known ?? reply());
			return lost.next-- > 0 ? undefined : memory.get(key);
		};
	const answers: Answers = {
		[`GET ${POST}`]: reply,
		[`POST ${POST}/cancel`]: command({ status: 'draft', scheduled_at: null }),
		[`POST ${POST}/schedule`]: command({ status: 'scheduled', scheduled_at: TIME }),
	};
	return { post, lost, answers };
}

async function call(operation: string, parameters: INodeParameters = {}) {
	return await callTool({
		nodeType: new SocialPublishingTool(),
		credentials: service.credentials,
		parameters: {
			resource: 'post',
			operation,
			workspaceId: byId('1'),
			postId: byId('7'),
			...AS_SENT,
			...parameters,
		},
	});
}

describe.each(Object.entries(etags))('with an ETag %s', (_name, etagOf) => {
	it('Cancel and Schedule take effect each time when they alternate', async () => {
		const { post, answers } = open(etagOf);
		await service.open(answers);
		for (let time = 0; time < 3; time++) {
			expect(answered(await call('cancel'))[0]).toMatchObject({ status: 'draft' });
			expect(post.status).toBe('draft');
			const [scheduled] = answered(await call('schedule', { scheduledAt: TIME }));
			expect(scheduled).toMatchObject({ status: 'scheduled' });
			expect(post.status).toBe('scheduled');
		}
		expect(service.sent(`POST ${POST}/cancel`)).toHaveLength(3);
	});

	it('a cancellation whose response was lost is not sent again', async () => {
		const { lost, answers } = open(etagOf);
		await service.open(answers);
		lost.next = 5;
		expect((await call('cancel')).status).toBe('error');
		lost.next = 0;
		const sent = service.sent(`POST ${POST}/cancel`);
		expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
		expect(answered(await call('cancel'))[0]).toMatchObject({ status: 'draft' });
		expect(service.sent(`POST ${POST}/cancel`)).toHaveLength(sent.length);
	});
});
