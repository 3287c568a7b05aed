import type { IDataObject } from 'n8n-workflow';

import { PendingOutcome } from '../../../nodes/SocialPublishing/api/pendingOutcome';
import { quietConnection } from '../support/quietConnection';

const request = {
	workspacePath: '/workspaces/1',
	postPath: '/workspaces/1/posts/7',
	timeoutMs: 60_000,
	failOn: 'any',
	wasJustPublished: true,
} as const;
const published = (account_id: string): IDataObject => ({
	account_id,
	status: 'published',
	media_ids: [],
	url: 'https://platform.example/1',
});
const listed = (...accounts: string[]): IDataObject => ({
	id: '7',
	status: 'publishing',
	text: 'Bread',
	thread_publications: [],
	destinations: accounts.map(published),
});

it('a list that lacks a delivery of the content that was sent does not end the wait', () => {
	const sent = { text: 'Bread', destinations: [{ account_id: 'a' }, { account_id: 'b' }] };
	const pending = new PendingOutcome(quietConnection(), { ...request, sent });
	expect(pending.observeListed(listed('a'))).toBe(false);
	expect(pending.observeListed(listed('a', 'b'))).toBe(true);
	expect(pending.isOver).toBe(true);
});
