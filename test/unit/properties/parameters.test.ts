import { Expression } from 'n8n-workflow';

import { byId, useNodeHarness } from '../support/nodeHarness';

const harness = useNodeHarness();

/** Apart from the requests, evaluating expressions takes n8n longest. */
it('the expression of a field is evaluated once per item', async () => {
	const accountIds = [harness.service.accountId('Bread on Shortpost')];
	const { items } = await harness.run('post', 'create', { text: 'Fresh bread', accountIds });
	const [post, workspace] = ['={{ $json.id }}', '={{ $json.workspace_id }}'];
	const evaluations = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');

	const { error } = await harness.run(
		'post',
		'duplicate',
		{ workspaceId: byId(workspace), postId: byId(post), simplify: true },
		{ input: [...items, ...items] },
	);

	expect(error).toBeUndefined();
	const values = evaluations.mock.calls.map(([value]) => value);
	expect(values.filter((value) => value === post)).toHaveLength(2);
	expect(values.filter((value) => value === workspace)).toHaveLength(2);
});
