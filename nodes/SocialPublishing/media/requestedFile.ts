import { commonScope, executionScope, type Item } from '../properties/item';
import type { IdempotencyMode } from '../commands/key';
import type { Attachment } from './attachment';
import { downloadAddress } from './downloadAddress';
import { FileFailure } from './fileFailure';
import { findInputFile, hashFile, hashOf } from './sourceFile';
import { describeAddress, parseWebAddress } from './webAddress';

/** Where a file comes from. */
export type Origin = {
	/** The index of the only destination that gets it; undefined for the destinations without media of their own. */
	destination?: number;
} & (
	| {
			/** A binary field of the input item. */
			propertyName: string;
	  }
	| {
			/** A web address as the user has entered it. */
			address: string;
	  }
	| {
			/** The name of a file field that is empty. */
			emptyField: string;
	  }
);

/** A file that a post asks for, and that this node uploads. */
export type RequestedFile = Origin & {
	/** Saved with a picture; empty for none. */
	altText: string;
};

export interface RequestedFiles {
	files: RequestedFile[];
	/** A file that is missing or cannot be used is left out. */
	skipsMissing: boolean;
}

/** The command that needs the files. */
interface FilePurpose {
	workspacePath: string;
	/** Undefined for a command without an Idempotency-Key. */
	idempotency?: IdempotencyMode;
	/** The rest of the command, such as the text of the post. */
	content?: unknown;
	/** Identifies the post if no other post may use its uploads. */
	owner?: unknown;
}

/**
 * Finds the files before anything is sent. A file of the input item must exist; a file at a web address is checked when it
 * is downloaded.
 *
 * @throws FileFailure if one is missing, unless it can be left out
 */
export async function findAttachments(
	item: Item,
	{ files, skipsMissing }: RequestedFiles,
	purpose: FilePurpose,
): Promise<Attachment[]> {
	const { workspacePath, idempotency } = purpose;
	const hasOwnKey = idempotency?.mode === 'content' || idempotency?.mode === 'custom';
	const outlivesExecution = hasOwnKey || commonScope(item) === null;
	const attachments: Attachment[] = [];
	for (const requested of files) {
		const found = await findFile(item, requested, purpose, outlivesExecution).catch(
			(error: unknown) => {
				if (!skipsMissing || !(error instanceof FileFailure)) throw error;
				return missingFile(requested, error);
			},
		);
		const { altText } = requested;
		const file = identityOf(found.file, altText);
		const isOptional = skipsMissing;
		attachments.push({ ...found, file, altText, workspacePath, outlivesExecution, isOptional });
	}
	return attachments;
}

async function findFile(
	item: Item,
	requested: RequestedFile,
	purpose: FilePurpose,
	outlivesExecution: boolean,
) {
	if ('emptyField' in requested) {
		throw new FileFailure(
			`'${requested.emptyField}' is empty or has an empty entry`,
			"Enter a file there, or remove the empty entry. To create a post without media, set 'Media' to 'None'.",
		);
	}
	if ('address' in requested) {
		const address = parseWebAddress(requested.address);
		if (address === undefined) {
			const label = requested.destination === undefined ? 'Media URLs' : 'Own Media URLs';
			throw new FileFailure(
				`'${label}' has an entry that does not start with http:// or https://`,
				'Enter complete web addresses, one per line.',
			);
		}
		// An address may contain a password, and identities are stored.
		const source = hashOf(address.href);
		return {
			source,
			// The file at an address can change, so an uploaded one is used again only for the same post.
			file: [postOf(item, purpose), source],
			name: describeAddress(address),
			load: async () => await downloadAddress(item.connection, address),
		};
	}
	const { propertyName } = requested;
	const input = await findInputFile(item, propertyName);
	const isCompared = outlivesExecution || purpose.idempotency?.mode === 'once';
	const source = isCompared ? await hashFile(input) : undefined;
	const lasting = purpose.owner === undefined ? source : [purpose.owner, source];
	return {
		...(source !== undefined && { source }),
		file: outlivesExecution ? lasting : [executionScope(item), propertyName],
		name: input.name,
		load: async () => input,
	};
}

function missingFile(requested: RequestedFile, failure: FileFailure) {
	return {
		file: requested,
		name: '',
		load: async () => await Promise.reject(failure),
		missing: failure.message,
		isEmpty: 'emptyField' in requested,
	};
}

/** The same for every attempt at the same post. */
function postOf(item: Item, { idempotency, content }: FilePurpose): unknown {
	if (idempotency?.mode === 'custom') return idempotency.key;
	if (idempotency?.mode === 'content' || commonScope(item) === null) return content ?? null;
	const scope = executionScope(item);
	// All calls of an AI Agent's tool have the same scope.
	return scope.isAgentTool ? [scope, content] : scope;
}

/** A picture has one alt text, so the same picture with another alt text is another file. */
function identityOf(file: unknown, altText: string): string {
	const whole = altText === '' ? file : [file, altText];
	return typeof whole === 'string' ? whole : JSON.stringify(whole);
}
