import { readFileSync } from 'node:fs';
import path from 'node:path';

import { exampleFiles } from '../n8n/examples';
import type { WorkflowJson } from '../n8n/rest';

const folder = path.join(__dirname, '../../examples');
const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

// n8n's template library requires all this.
describe.each(exampleFiles())('the example %s', (file) => {
	const text = readFileSync(path.join(folder, file), 'utf8');
	const { name, nodes } = JSON.parse(text) as WorkflowJson;
	const notes = nodes
		.filter(({ type }) => type === STICKY_NOTE)
		.map(({ parameters }) => String(parameters.content));

	it('has a name, and a note that describes each step to fill in', () => {
		expect(name).not.toBe('');
		expect(notes.join('\n')).toMatch(/^## .+\n[^]*^1\. /m);
		// The notes put names of steps, fields, outputs and buttons in bold.
		const steps = nodes.filter(({ type }) => type !== STICKY_NOTE).map((node) => node.name);
		expect(steps.some((step) => notes.join('\n').includes(`**${step}**`))).toBe(true);
	});

	it('contains no credential', () => {
		expect(nodes.filter((node) => 'credentials' in node)).toEqual([]);
	});

	it('contains only addresses that are reserved for examples', () => {
		const addresses = [...text.matchAll(/(?:https?:\/\/|[\w.+-]+@)([\w.-]+)/g)];
		const hosts = addresses.map(([, host]) => host);
		expect(hosts.filter((host) => host !== 'example.com')).toEqual([]);
	});

	it('has no address that everybody knows and nothing protects', () => {
		const open = nodes.filter(
			({ type, parameters }) =>
				type === 'n8n-nodes-base.webhook' && parameters.authentication === undefined,
		);
		// For a webhook without a path and an ID, the editor makes up both when the workflow is imported.
		for (const node of open) {
			expect(node.parameters.path).toBe('');
			expect(node).not.toHaveProperty('webhookId');
		}
	});

	it('has no step with a default name', () => {
		const unnamed = nodes.filter((node) =>
			/^(Code|HTTP Request|If|Edit Fields)\d*$/.test(node.name),
		);
		expect(unnamed).toEqual([]);
	});
});
