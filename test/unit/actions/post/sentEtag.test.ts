import { useScriptedService } from '../../support/scriptedService';

const POST = '/workspaces/1/posts/7';

const service = useScriptedService();

it('another execution with the same key sends the ETag of the first one, whose response was lost', async () => {
	let version = 1;
	await service.open({
		[`GET ${POST}`]: () => ({ headers: { ETag: `"${version}"` }, data: { id: '7' } }),
		[`POST ${POST}/publish`]: ({ nth }) => {
			// The lost attempt has changed the post.
			version = 2;
			return nth <= 5 ? undefined : { status: 202, data: { id: '7', status: 'publishing' } };
		},
	});
	const parameters = {
		postId: '7',
		waitForOutcome: false,
		options: { idempotency: 'custom', idempotencyKey: 'article-1' },
	};
	const first = await service.run('post:publish', parameters);
	expect(first.error?.description).toContain('may have succeeded');
	const second = await service.run('post:publish', parameters);
	expect(second.error).toBeUndefined();
	const sent = service.requests.filter(({ line }) => line.endsWith('/publish'));
	expect(new Set(sent.map(({ headers }) => headers['if-match']))).toEqual(new Set(['"1"']));
	expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});
