import type { INodeType } from 'n8n-workflow';
import { listSearch, loadOptions, resourceMapping } from '..';
import { credentialTypes } from './fixtureCredentials';
import { fixtureNode, text } from './fixtures';

const methods: INodeType['methods'] = {
	loadOptions: {
		async getColours() {
			const { token } = await this.getCredentials('fixtureApi');
			const tone = this.getCurrentNodeParameter('tone');
			return [{ name: `${tone} red`, value: `${token}` }];
		},
	},
	listSearch: {
		async searchPosts(filter, paginationToken) {
			const workspace = this.getNodeParameter('workspaceId', undefined, { extractValue: true });
			const name = [workspace, filter, paginationToken].join(' ');
			return { results: [{ name, value: 'p1' }], paginationToken: 'next' };
		},
	},
	resourceMapping: {
		async getFields() {
			return { fields: [] };
		},
	},
};
const properties = [
	text('tone', { default: 'dark' }),
	text('workspaceId', {
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		modes: [{ displayName: 'ID', name: 'id', type: 'string' }],
	}),
];
const nodeType = fixtureNode('picker', properties, async () => ({ json: {} }), { methods });
const setup = { nodeType, credentials: { fixtureApi: { token: 'secret' } }, credentialTypes };

it('the engine lists the options of a dropdown, with the credential and the defaults of other fields', async () => {
	const options = await loadOptions({ ...setup, method: 'getColours' });
	expect(options).toEqual([{ name: 'dark red', value: 'secret' }]);
});

it('the engine searches page by page, depending on other fields', async () => {
	const parameters = { workspaceId: { __rl: true, mode: 'id', value: 'w1' } };
	const page = { ...setup, parameters, method: 'searchPosts' };
	expect(await listSearch({ ...page, filter: 'sun', paginationToken: '2' })).toEqual({
		results: [{ name: 'w1 sun 2', value: 'p1' }],
		paginationToken: 'next',
	});
});

it('the engine returns the fields of a form that is built at run time', async () => {
	expect(await resourceMapping({ ...setup, method: 'getFields' })).toEqual({ fields: [] });
});

it('the error names the method that is missing', async () => {
	await expect(loadOptions({ ...setup, method: 'getShapes' })).rejects.toThrow('"getShapes"');
});
