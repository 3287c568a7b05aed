import { config } from '@n8n/node-cli/eslint';

// What runs on a developer's machine, not inside n8n, may use Node's own modules and throw plain errors. The root's
// configuration stays n8n's own, as its strict mode wants it.
export default [
	{ ignores: ['**/node_modules/**', 'test/n8n/hosts/**'] },
	...config,
	{
		files: ['**/*.ts'],
		rules: {
			'@n8n/community-nodes/no-restricted-imports': 'off',
			'@n8n/community-nodes/no-restricted-globals': 'off',
			'@n8n/community-nodes/require-node-api-error': 'off',
			'@n8n/community-nodes/no-dangerous-functions': 'off',
			'no-console': 'off',
		},
	},
];
