import { z } from 'zod/v4';

/** An opaque id in the path. */
export function recordId(kind: string) {
	return z.string().min(1).describe(`Id of the ${kind}`);
}
