import { z } from 'zod/v4';

import { requireWorkspace } from './access';
import { idOf } from './effects';
import { invalid, ServiceError } from './errors';
import type { Credential, Workspace } from './records';
import type { Service } from './service';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call of an operation, over REST or MCP. */
export interface Call {
	credential: Credential;
	/** Undefined for operations outside any workspace. */
	workspaceId?: string | undefined;
	/** Path, query and body fields in one object, not yet validated. */
	arguments: Record<string, unknown>;
	/** Quoted ETag, as in If-Match. */
	revision?: string | undefined;
	idempotencyKey?: string | undefined;
	/** The body of a binary operation. */
	binary?: Buffer | undefined;
	/** Reads the record as it was before its last change (a fault). */
	isStale?: boolean;
	/** Keeps the command running after its effect (a fault). */
	hold?: (() => Promise<unknown>) | undefined;
}

/** What an operation returns. */
export interface Result {
	/** If undefined, the envelope has no data; with status 204 there is no body at all. */
	data?: unknown;
	/** Default 200. */
	status?: number;
	/** Quoted, for the ETag header. */
	etag?: string;
	/** A file instead of an envelope. */
	file?: { name: string; type: string; bytes: Buffer };
}

/** The result of a delete operation. */
export function deleted({ dialect }: Service, id: string): Result {
	if (dialect.deleteResponse === 'empty') return { status: 204 };
	return dialect.deleteResponse === 'data' ? { data: { id, deleted: true } } : {};
}

/** What a command receives, validated. */
export interface Context<Input> {
	service: Service;
	credential: Credential;
	workspaceId: string;
	input: Input;
	/** Throws 412 unless the caller sent this ETag. Only for operations with `needsRevision`. */
	matchRevision(etag: string): void;
	binary: Buffer;
	/** The record is read as it was before its last change. */
	isStale: boolean;
}

/** One operation of the service: a REST route and, in most cases, an MCP tool of the same name. */
export interface Operation {
	/** Also the MCP tool's name; `upload_media_part` has no tool. */
	name: string;
	description: string;
	method: Method;
	/** In Express syntax, relative to the REST base path. */
	route: string;
	needsRevision: boolean;
	needsKey: boolean;
	binary: boolean;
	/** Whether a POST or PATCH may have no body, as the specification shows none. */
	bodyOptional: boolean;
	/** Path, query and body fields, without workspace_id. */
	input: z.ZodObject;
	/** Throws ServiceError. */
	run(service: Service, call: Call): Promise<{ result: Result; replayed: boolean }>;
}

interface Definition<Shape extends z.ZodRawShape> {
	name: string;
	description: string;
	method: Method;
	route: string;
	needsRevision?: boolean;
	needsKey?: boolean;
	binary?: boolean;
	bodyOptional?: boolean;
	/** Default: false for GET. */
	hasEffect?: boolean;
	input: Shape;
	command(context: Context<z.output<z.ZodObject<Shape>>>): Result | Promise<Result>;
}

/** Wraps a command in the rules that all operations share. */
export function operation<Shape extends z.ZodRawShape>(definition: Definition<Shape>): Operation {
	const { name, description, method, route, command } = definition;
	const { needsRevision = false, needsKey = false } = definition;
	const { binary = false, bodyOptional = false, hasEffect = method !== 'GET' } = definition;
	const input = z.strictObject(definition.input);

	async function execute(service: Service, workspace: Workspace | undefined, call: Call) {
		const revision = needsRevision ? requireRevision(call.revision) : '';
		const result = await command({
			service,
			credential: call.credential,
			workspaceId: workspace?.id ?? '',
			input: parse(input, call.arguments),
			matchRevision: (etag) => matchRevision(revision, etag),
			binary: call.binary ?? Buffer.alloc(0),
			isStale: call.isStale ?? false,
		});
		if (hasEffect) {
			const atMs = service.clock.now();
			service.effects.push({ operation: name, input: call.arguments, id: idOf(result.data), atMs });
		}
		await call.hold?.();
		return result;
	}

	async function run(service: Service, call: Call) {
		const { credential, workspaceId } = call;
		const workspace =
			workspaceId === undefined ? undefined : requireWorkspace(service, credential, workspaceId);
		if (!needsKey) return { result: await execute(service, workspace, call), replayed: false };
		const key = requireKey(service, call.idempotencyKey);
		const { idempotencyComparesRevision } = service.dialect;
		const fingerprint = canonical([
			name,
			workspaceId,
			call.arguments,
			idempotencyComparesRevision ? call.revision : null,
		]);
		const command = async () => await execute(service, workspace, call);
		return await service.idempotency.run(credential.id, key, fingerprint, command);
	}

	const rules = { needsRevision, needsKey, binary, bodyOptional };
	return { name, description, method, route, ...rules, input, run };
}

function parse<Schema extends z.ZodType>(schema: Schema, values: unknown): z.output<Schema> {
	const parsed = schema.safeParse(values);
	if (parsed.success) return parsed.data;
	throw invalid(
		parsed.error.issues.flatMap((issue) =>
			issue.code === 'unrecognized_keys'
				? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'unknown' }))
				: [{ field: issue.path.join('.') || 'body', message: issue.message }],
		),
	);
}

function requireRevision(revision: string | undefined): string {
	if (revision !== undefined && /^"[^"]+"$/.test(revision)) return revision;
	const message = 'Send the current ETag, with its quotes, as If-Match.';
	throw new ServiceError(428, 'revision_required', message);
}

function matchRevision(revision: string, etag: string): void {
	if (revision === etag) return;
	throw new ServiceError(412, 'revision_conflict', 'The post has changed since it was read.');
}

function requireKey({ dialect }: Service, key: string | undefined): string {
	const status = dialect.missingKeyStatus;
	if (!key) throw new ServiceError(status, 'idempotency_key_required', 'Send an Idempotency-Key.');
	if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
	const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters.';
	throw new ServiceError(status, 'idempotency_key_invalid', message);
}

/** JSON with sorted keys: the same input results in the same text. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) =>
		inner !== null && typeof inner === 'object' && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
}
