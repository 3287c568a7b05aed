import { z } from 'zod/v4';

import { invalidField } from '../core/errors';
import type { Operation } from '../core/operation';
import type { Dialect } from '../dialect';

/** The operation's fields of a tool call, and what REST sends in headers and path. */
export interface ToolCall {
	workspaceId?: string;
	revision?: string;
	idempotencyKey?: string;
	arguments: Record<string, unknown>;
}

const RECORDS: Record<string, string> = {
	accounts: 'account',
	destinations: 'destination',
	media: 'media',
	posts: 'post',
	webhooks: 'webhook',
};

function needsWorkspace({ route }: Operation): boolean {
	return route.startsWith('/workspaces/:workspace_id');
}

/** The argument for `:id` of the route, such as `post_id`. */
function idArgument({ route }: Operation, { toolIdArgument }: Dialect): string {
	const segment = /\/(\w+)\/:id/.exec(route)?.[1] ?? '';
	return toolIdArgument === 'id' ? 'id' : `${RECORDS[segment]}_id`;
}

/** The JSON Schema of a tool's arguments: the operation's fields, and what REST sends in headers and path. */
export function inputSchema(operation: Operation, dialect: Dialect) {
	const { id, ...rest } = operation.input.shape;
	const shape = {
		...(needsWorkspace(operation) && { workspace_id: z.string().describe('Id of the workspace') }),
		...(id && { [idArgument(operation, dialect)]: id }),
		...(operation.needsRevision && {
			revision: z.string().describe('Revision of the post as it was last read, quotes included'),
		}),
		...(operation.needsKey && {
			idempotency_key: z
				.string()
				.describe('One key per intended command; send the same key to retry'),
		}),
		...rest,
	};
	return z.toJSONSchema(z.strictObject(shape), { io: 'input' });
}

/** Converts the arguments of a tool into the call of its operation. */
export function readArguments(
	operation: Operation,
	dialect: Dialect,
	values: Record<string, unknown>,
): ToolCall {
	const rest = { ...values };
	const take = (name: string) => {
		const value = rest[name];
		delete rest[name];
		if (typeof value === 'string') return value;
		throw invalidField(name, value === undefined ? 'is required' : 'must be a string');
	};
	const call: ToolCall = { arguments: rest };
	if (needsWorkspace(operation)) call.workspaceId = take('workspace_id');
	if (operation.needsRevision) call.revision = take('revision');
	if (operation.needsKey) call.idempotencyKey = take('idempotency_key');
	if (operation.input.shape.id) rest.id = take(idArgument(operation, dialect));
	return call;
}
