import { operation } from '../core/operation';
import { filterInput, pageInput } from '../core/pages';
import * as directory from '../directory/commands';

const workspace = '/workspaces/:workspace_id';

export const directoryOperations = [
	operation({
		name: 'get_identity',
		description: 'Read who this credential belongs to, and its workspaces.',
		method: 'GET',
		route: '/me',
		input: {},
		command: directory.getIdentity,
	}),
	operation({
		name: 'list_workspaces',
		description: 'List the workspaces this credential may use.',
		method: 'GET',
		route: '/workspaces',
		input: pageInput,
		command: directory.listWorkspaces,
	}),
	operation({
		name: 'list_brands',
		description: 'List the brands of a workspace.',
		method: 'GET',
		route: `${workspace}/brands`,
		input: pageInput,
		command: directory.listBrands,
	}),
	operation({
		name: 'list_accounts',
		description: 'List connected accounts and what they can do at present.',
		method: 'GET',
		route: `${workspace}/accounts`,
		input: { ...pageInput, ...filterInput },
		command: directory.listAccounts,
	}),
	operation({
		name: 'get_capabilities',
		description: 'Read platform limits, image settings, storage limits and allowances.',
		method: 'GET',
		route: `${workspace}/capabilities`,
		input: {},
		command: directory.getCapabilities,
	}),
];
