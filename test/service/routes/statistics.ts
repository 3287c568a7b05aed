import { z } from 'zod/v4';

import { operation } from '../core/operation';
import { filterInput, pageInput } from '../core/pages';
import * as statistics from '../statistics/commands';
import { recordId } from './fields';

const workspace = '/workspaces/:workspace_id';
const account = `${workspace}/accounts/:id/statistics`;
const id = recordId('account');
const range = {
	start_date: z.string().optional().describe('YYYY-MM-DD'),
	end_date: z.string().optional().describe('YYYY-MM-DD; at most 365 days, both ends included'),
};

export const statisticsOperations = [
	operation({
		name: 'get_account_statistics',
		description: 'Read the recorded followers and engagement of an account.',
		method: 'GET',
		route: account,
		input: { id, ...range },
		command: statistics.getAccountStatistics,
	}),
	operation({
		name: 'get_post_statistics',
		description: 'Read the last recorded engagement of every destination of a post.',
		method: 'GET',
		route: `${workspace}/posts/:id/statistics`,
		input: { id: recordId('post') },
		command: statistics.getPostStatistics,
	}),
	operation({
		name: 'get_workspace_statistics',
		description: 'Read the statistics of the accounts and posts of a workspace.',
		method: 'GET',
		route: `${workspace}/statistics`,
		input: { ...pageInput, ...filterInput, ...range },
		command: statistics.getWorkspaceStatistics,
	}),
	operation({
		name: 'refresh_account_statistics',
		description: 'Ask for newer figures of an account; at most once every five minutes.',
		method: 'POST',
		route: `${account}/refresh`,
		bodyOptional: true,
		input: { id },
		command: statistics.refreshAccountStatistics,
	}),
];
