import fc from 'fast-check';

import { ScriptedService } from '../unit/support/scriptedService';
import { hostileResponse } from './hostile/responses';
import { tasks } from './hostile/tasks';
import { textsWith, TOKEN } from './secrets';
import { PROPERTY_TIMEOUT_MS, settings } from './settings';

/** Words of JavaScript that no user should read. */
const INTERNAL =
	/undefined|\[object|NaN|Infinity|call stack|primitive value|is not (a function|iterable|defined)|Cannot (read|set|destructure|convert)|Invalid (time value|array|string length|regular|count)|out of range|circular|Unexpected (token|end)|Reduce of/;
const LONGEST_ERROR = 8_000;
const MAX_REQUESTS = 400;
const DEEPEST_LEVEL = 120;

/** What people read of an error, wherever it is shown. */
function errorTexts(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { error, items, outputs }: Partial<Record<string, unknown>> = { ...value };
	const texts: string[] = [];
	if (typeof error === 'object' && error !== null) {
		if ('message' in error) texts.push(String(error.message));
		if ('description' in error) texts.push(String(error.description ?? ''));
	}
	for (const item of [items, outputs].flat(3)) {
		const json = typeof item === 'object' && item !== null && 'json' in item ? item.json : {};
		const isFailure = typeof json === 'object' && json !== null && 'requestId' in json;
		if (isFailure && 'error' in json) texts.push(String(json.error));
	}
	return texts;
}

function depthOf(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	return 1 + Object.values(value).reduce<number>((most, each) => Math.max(most, depthOf(each)), 0);
}

/**
 * Whatever the service answers, the node ends with a result or with an error that people can read, after a bounded number
 * of requests, and shows the token nowhere.
 */
it(
	'any response leads to a result or a readable error',
	async () => {
		const task = fc.constantFrom(...tasks);
		const answers = fc.array(hostileResponse, { minLength: 1, maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(task, answers, async ({ run }, replies) => {
				const service = new ScriptedService();
				let next = 0;
				await service.open(() => replies[next++ % replies.length], TOKEN);
				try {
					const result = await run(service);
					const texts = errorTexts(result);
					expect(texts.filter((text) => INTERNAL.test(text))).toEqual([]);
					expect(texts.filter((text) => text.length > LONGEST_ERROR)).toEqual([]);
					expect(textsWith(TOKEN, result)).toEqual([]);
					expect(depthOf(result)).toBeLessThan(DEEPEST_LEVEL);
					expect(service.requests.length).toBeLessThan(MAX_REQUESTS);
				} finally {
					await service.close();
				}
			}),
			settings(2_000),
		);
	},
	PROPERTY_TIMEOUT_MS,
);
