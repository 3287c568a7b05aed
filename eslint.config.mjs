import { config } from '@n8n/node-cli/eslint';

export default [
	{ ignores: ['dist/**', 'test/n8n/hosts/**'] },
	...config,
	{
		// Tests and scripts run on a developer's machine, not inside n8n: they may use Node's own modules.
		files: ['test/**/*.ts', 'scripts/**/*.ts'],
		rules: {
			'@n8n/community-nodes/no-restricted-imports': 'off',
			'@n8n/community-nodes/no-restricted-globals': 'off',
			'@n8n/community-nodes/require-node-api-error': 'off',
			'no-console': 'off',
		},
	},
];
