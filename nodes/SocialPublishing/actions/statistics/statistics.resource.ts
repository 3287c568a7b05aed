import type { Resource } from '../operation';
import { getAccount } from './getAccount.operation';
import { getPost } from './getPost.operation';
import { getWorkspace } from './getWorkspace.operation';
import { refreshAccount } from './refreshAccount.operation';

export const statistics: Resource = {
	option: { name: 'Statistic', value: 'statistics' },
	operations: [getAccount, getPost, getWorkspace, refreshAccount],
};
