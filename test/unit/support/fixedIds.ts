import crypto from 'node:crypto';

import { ServiceClock, type ServiceOptions } from '../../service';
import { State } from '../../service/core/state';

/**
 * Options of a service that gives the same IDs, such as `post_1`, and the same revisions in each test, from 2 November 2026,
 * 08:00 UTC.
 */
export function fixedIds(): ServiceOptions {
	const counts = new Map<string, number>();
	jest.spyOn(State.prototype, 'newId').mockImplementation((kind) => {
		const count = (counts.get(kind) ?? 0) + 1;
		counts.set(kind, count);
		return `${kind}_${count}`;
	});
	let drawn = 0;
	jest.spyOn(crypto, 'randomBytes').mockImplementation((size) => Buffer.alloc(size, ++drawn));
	return { clock: new ServiceClock({ speed: 0, startMs: Date.parse('2026-11-02T08:00:00Z') }) };
}
