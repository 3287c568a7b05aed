import { createHash } from 'node:crypto';
import { z } from 'zod/v4';

import type { Dialect } from '../dialect';
import { invalidField } from './errors';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;

/** Input of every list operation. */
export const pageInput = {
	cursor: z.string().min(1).optional().describe('next_cursor of the page before'),
	limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
};

/** Input of the lists that can be filtered; both filters apply together. */
export const filterInput = {
	brand_id: z.string().min(1).optional().describe('Brand id, or none for ungrouped items'),
	platform: z.string().min(1).optional(),
};

interface PageRequest {
	cursor?: string | undefined;
	limit: number;
}

interface PageOptions<R> {
	order: 'oldestFirst' | 'newestFirst';
	/** The list and its filters: a cursor is valid only for these. */
	scope: unknown;
	/** The form of a record in the list; undefined if the list leaves it out. */
	present: (record: R) => unknown;
	dialect: Dialect;
}

/** Returns one page of `records`. Its cursor deliberately contains characters that need encoding. */
export function page<R extends { sequence: number }>(
	records: Iterable<R>,
	{ cursor, limit }: PageRequest,
	{ order, scope, present, dialect }: PageOptions<R>,
) {
	const direction = order === 'oldestFirst' ? 1 : -1;
	const mark = createHash('sha1').update(JSON.stringify(scope)).digest('base64').slice(0, 8);
	const after = cursor === undefined ? undefined : positionOf(cursor, mark);
	const sorted = [...records].sort((a, b) => (a.sequence - b.sequence) * direction);
	const isByOffset = dialect.cursors === 'offset';
	const rest = isByOffset
		? sorted.slice(after)
		: sorted.filter(({ sequence }) => after === undefined || (sequence - after) * direction > 0);
	const items = rest.slice(0, limit);
	const last = items.at(-1);
	const data = { items: items.map(present).filter((shown) => shown !== undefined) };
	const cursorAfter = (sequence: number) => ({ next_cursor: `${mark} &?%2F+=${sequence}==` });
	const end = isByOffset ? (after ?? 0) + limit : last?.sequence;
	if (end !== undefined && rest.length > limit) return { ...data, ...cursorAfter(end) };
	const beginning = isByOffset || direction === 1 ? 0 : Number.MAX_SAFE_INTEGER;
	const lastCursors = { null: { next_cursor: null }, absent: {}, first: cursorAfter(beginning) };
	return { ...data, ...lastCursors[dialect.lastCursor] };
}

function positionOf(cursor: string, mark: string): number {
	const parts = /^(\S+) &\?%2F\+=(\d+)==$/.exec(cursor);
	if (parts?.[1] !== mark) {
		throw invalidField('cursor', 'is not a cursor of this list', 'cursor_invalid');
	}
	return Number(parts[2]);
}
