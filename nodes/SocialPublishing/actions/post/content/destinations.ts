import type { IDataObject } from 'n8n-workflow';

import { asText, kindOf, readIds, readJson, readJsonObject } from '../../../properties/parameters';
import { InputFailure } from '../../../shared/failure';
import { firstText, isRecord } from '../../../shared/json';

/** The three ways to specify where a post goes. */
export type DestinationForm = 'accounts' | 'perAccount' | 'json';

/** The most replies that may follow the first post of a thread. */
const LONGEST_THREAD = 5;

/**
 * The destinations in the format of the service: `account_id`, and what replaces the shared content.
 *
 * @throws InputFailure if there are none, or one is invalid
 */
export function readDestinationFields(form: DestinationForm, value: unknown): IDataObject[] {
	const destinations = READERS[form](value);
	if (destinations.length === 0) {
		throw new InputFailure(
			'The post has no destination',
			'Choose at least one account to publish on. Nothing was sent.',
		);
	}
	for (const destination of destinations) checkDestination(destination);
	return destinations;
}

const READERS: Record<DestinationForm, (value: unknown) => IDataObject[]> = {
	// An account that is listed twice must not receive the post twice.
	accounts: (value) =>
		[...new Set(readIds(value, 'Accounts'))].map((account_id) => ({ account_id })),

	perAccount: (value) => {
		const rows = isRecord(value) ? value.destination : value;
		return [rows ?? []].flat().map(readRow);
	},

	json: (value) => {
		const list = readJson(value, 'Destinations (JSON)') ?? [];
		if (!Array.isArray(list)) {
			throw new InputFailure(`Destinations (JSON) must be a list of objects, not ${kindOf(list)}`);
		}
		return list.map((entry: unknown) => {
			if (isRecord(entry)) return entry;
			throw new InputFailure(
				`Destinations (JSON) must be a list of objects, but one entry is ${kindOf(entry)}`,
			);
		});
	},
};

function readRow(row: unknown): IDataObject {
	if (!isRecord(row)) throw new InputFailure(`A destination must be an object, not ${kindOf(row)}`);
	const text = asText(row.text, 'Text');
	const mediaIds = readIds(row.mediaIds ?? '', 'Media IDs');
	const thread = readThread(row.thread);
	const options = {
		...readJsonObject(row.options ?? {}, 'Options (JSON)'),
		...(thread.length > 0 && { thread }),
	};
	return {
		account_id: asText(row.accountId, 'Account').trim(),
		...(text !== '' && { text }),
		...(mediaIds.length > 0 && { media_ids: mediaIds }),
		...(Object.keys(options).length > 0 && { options }),
	};
}

/** Replies left empty in the editor are ignored. */
function readThread(value: unknown): string[] {
	const replies = [value ?? []].flat();
	return replies.map((reply) => asText(reply, 'Thread')).filter((reply) => reply.trim() !== '');
}

function checkDestination({ account_id, options }: IDataObject): void {
	if (firstText(account_id) === undefined) {
		throw new InputFailure(
			'A destination has no account',
			'Choose an account for every destination; in JSON it is the account_id field. Nothing was sent.',
		);
	}
	if (options === undefined || options === null) return;
	if (!isRecord(options)) {
		throw new InputFailure(
			`The options of a destination must be an object, not ${kindOf(options)}`,
		);
	}
	const { thread } = options;
	if (thread === undefined || thread === null) return;
	if (!Array.isArray(thread) || thread.some((reply) => typeof reply !== 'string')) {
		throw new InputFailure('The thread of a destination must be a list of strings');
	}
	if (thread.length > LONGEST_THREAD) {
		throw new InputFailure(
			`A thread may have at most ${LONGEST_THREAD} replies after the first post; this one has ${thread.length}`,
		);
	}
}
