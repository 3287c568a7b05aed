import type { INodeParameters } from 'n8n-workflow';

import type { ServiceOptions } from '../../service';
import { useNodeHarness } from '../support/nodeHarness';

/** Rows that the node publishes as posts, each on one account. */
export function useRowsToPublish(options?: ServiceOptions) {
	const harness = useNodeHarness(options);

	const posts = () =>
		[...harness.service.state.posts.values()].map((post) => ({
			text: post.text,
			publications: post.destinations.flatMap(({ publications }) => publications).length,
		}));

	const publish = (options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters => ({
		text: '={{ $json.text }}',
		accountIds: '={{ [$json.account] }}',
		afterCreate: 'publish',
		options,
		...more,
	});

	const rows = (...each: Array<[string, string]>) =>
		each.map(([text, account]) => ({
			json: { text, account: harness.service.accountId(account) },
		}));

	const threeItems = () =>
		rows(
			['First', 'Bread on Shortpost'],
			['Second', 'Always fails'],
			['Third', 'Bread on Shortpost'],
		);

	const commands = () =>
		harness
			.requests()
			.filter((name) => !/^(get|list|validate)_/.test(name))
			.sort();

	return { harness, posts, publish, rows, threeItems, commands };
}
