import fc from 'fast-check';

import { canonicalJson } from '../../../nodes/SocialPublishing/shared/json';
import {
	idempotencyKey,
	type CommandIdentity,
	type ExecutionScope,
} from '../../../nodes/SocialPublishing/commands/key';

const scope: ExecutionScope = { executionId: 'w/7', nodeId: 'n', round: 0, itemIndex: 0 };
const command: CommandIdentity = { path: '/posts', content: { text: 'Bread' }, step: 'main' };
const ofExecution = (change: Partial<ExecutionScope> = {}, other: Partial<CommandIdentity> = {}) =>
	idempotencyKey({ mode: 'execution', scope: { ...scope, ...change } }, { ...command, ...other });
const ofContent = (change: Partial<CommandIdentity> = {}) =>
	idempotencyKey({ mode: 'content', scope }, { ...command, ...change });

it('a key per execution is the same for each attempt and differs for everything else', () => {
	expect(ofExecution()).toBe(ofExecution());
	expect(ofExecution()).toMatch(/^n8n-[\da-f]{48}$/);
	const keys = [
		ofExecution(),
		ofExecution({ executionId: 'w/8' }),
		ofExecution({ nodeId: 'm' }),
		ofExecution({ round: 1 }),
		ofExecution({ itemIndex: 1 }),
		ofExecution({ round: 1, itemIndex: 1 }),
		ofExecution({}, { step: 'publish' }),
		ofExecution({}, { path: '/posts/2/publish' }),
		ofContent(),
	];
	expect(new Set(keys).size).toBe(keys.length);
});

it('a key per content depends on the content only', () => {
	const keys = [
		ofContent(),
		ofContent({ path: '/other/posts' }),
		ofContent({ content: { text: 'bread' } }),
		ofContent({ content: { text: 'Bread', destinations: [] } }),
		ofContent({ step: 'publish' }),
	];
	expect(new Set(keys).size).toBe(keys.length);
	const content = { b: [{ y: 1, x: 2 }], a: null };
	expect(ofContent({ content })).toBe(ofContent({ content: { a: null, b: [{ x: 2, y: 1 }] } }));
});

it('keys are valid header values', () => {
	for (const key of [ofExecution(), ofContent()]) expect(key).toMatch(/^[\x21-\x7e]{1,255}$/);
});

it('a custom key is unchanged for the main command', () => {
	const own = (step: string) =>
		idempotencyKey({ mode: 'custom', key: 'k 1', scope }, { ...command, step });
	expect(own('main')).toBe('k 1');
	expect(own('publish')).toBe('k 1-publish');
});

it('canonicalJson ignores the order of fields, but not the order of lists', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
			const turned = Object.fromEntries(Object.entries(value).reverse());
			expect(canonicalJson(turned)).toBe(canonicalJson(value));
		}),
	);
	expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});
