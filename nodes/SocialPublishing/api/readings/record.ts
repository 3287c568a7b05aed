import type { IDataObject } from 'n8n-workflow';

import { firstText, firstTextIn, isGiven, isRecord, readRecord } from '../../shared/json';
import { readItems } from '../../transport/paginate';

/** Fields that any record may have: names, errors, codes. */

/** The records in a response whose shape is open: one record or a list. */
export function readRecords(data: unknown): IDataObject[] {
	const record = readRecord(data);
	// reading(statistics): one record, which may have a list of its own named items
	const isList = Array.isArray(record.items) && Object.keys(record).every(isOfList);
	return isList || Array.isArray(data) ? readItems(data) : [record];
}

function isOfList(name: string): boolean {
	return name === 'items' || name === 'next_cursor';
}

/** The ID of a record; undefined if it states none. */
export function readRecordId(record: unknown): string | undefined {
	return firstText(readRecord(record).id);
}

/** A name to show for a record whose fields are not specified. */
export function readName(record: IDataObject): string {
	return readOwnName(record) ?? firstTextIn(record, ['text', 'url', 'id']) ?? '';
}

/**
 * The name of an account, a brand, a workspace or a media item.
 *
 * @param isTitled whether the title in the record is its own name rather than that of its content
 */
export function readOwnName(record: IDataObject, isTitled = true): string | undefined {
	// reading(name of a record)
	const titles = isTitled ? ['title'] : [];
	return firstTextIn(record, ['name', 'display_name', ...titles, 'username', 'handle']);
}

/** The words of a name: the same for `maxLength`, `max_length`, `max-length` and `Max Length`. */
function wordsOf(name: string): string[] {
	const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
	return words.split(/[^a-z\d]+/).filter((word) => word !== '');
}

/** A value in a record whose fields are not specified. */
export interface Statement {
	/** All words in the path to the value. */
	words: string[];
	/** The last part of `words`: the value's own name. */
	name: string[];
	value: unknown;
}

/** The values in a record by their paths; `null` and empty values state nothing. */
export function* statementsIn(
	value: unknown,
	words: string[] = [],
	name: string[] = [],
): Generator<Statement> {
	if (words.length > 12) return;
	if (Array.isArray(value)) {
		// In a list of abilities, such as `features: ['threads']`, an entry is an ability that the account has.
		for (const entry of value) {
			if (typeof entry !== 'string') continue;
			const own = wordsOf(entry);
			yield { words: [...words, ...own], name: own, value: true };
		}
	} else if (isRecord(value)) {
		for (const [key, entry] of Object.entries(value)) {
			const own = wordsOf(key);
			yield* statementsIn(entry, [...words, ...own], own);
		}
	} else if (isGiven(value)) {
		yield { words, name, value };
	}
}

/** Why a delivery or a file failed, in the service's words, from any field that may contain them. */
export function readErrorText(record: IDataObject): string | undefined {
	const texts = [record, readRecord(record.outcome)].map((holder) =>
		firstText(readOwnError(holder), holder.message, holder.reason),
	);
	return texts.find((text) => text !== undefined);
}

/** As `readErrorText`, but only from fields that are called errors. */
export function readNamedError(record: IDataObject): string | undefined {
	return readOwnError(record) ?? readOwnError(readRecord(record.outcome));
}

function readOwnError({ error, error_message, errors }: IDataObject): string | undefined {
	// reading(error of a record): a text, a record or a list; of a failure also message and reason; as an outcome too
	const candidates = [error, error_message, errors].map((value) =>
		readComplaints(value).join('; '),
	);
	return firstText(...candidates);
}

/** The texts of complaints: a text, a record, or a list of either. */
export function readComplaints(value: unknown): string[] {
	if (value === undefined) return [];
	return [value].flat().flatMap((entry: unknown) => {
		const text = isRecord(entry) ? readComplaintText(entry) : firstText(entry);
		return text ?? [];
	});
}

// reading(complaint): its text, else its code
const COMPLAINT_NAMES = 'message error_message msg reason detail description title error'.split(
	' ',
);

/** The text of a complaint that is a record, such as an error of a delivery; without one, its code. */
export function readComplaintText(complaint: IDataObject): string | undefined {
	const nested = readRecord(complaint.error);
	return firstText(
		firstTextIn(complaint, COMPLAINT_NAMES),
		nested.message,
		complaint.code,
		nested.code,
	);
}

// reading(codes of errors)
/** What the code of an error is about. The service's description names only `addon_required`. */
export const CODES = {
	idempotency: /idempotency/i,
	missing: /not.?found|missing|unknown|deleted|gone/i,
	/** The plan rather than an account at its platform. */
	plan: /add.?on|plan|subscription|billing|payment|token|credential|workspace/i,
	/** Only that of the service: the limit of a platform is another matter. */
	rateLimit:
		/^((api|request|user|token|credential)s?.)?(rate.?limit(ed|ing)?(.?(exceeded|reached|hit))?|too.?many.?requests|throttled|429)$/i,
	anyRateLimit: /rate.?limit|too.?many/i,
};

/** The HTTP status that matches a code about the revision of a post; undefined for other codes. */
export function readRevisionStatus(code: string): 412 | 428 | undefined {
	if (!/revision|etag|precondition/i.test(code)) return undefined;
	return /required/i.test(code) ? 428 : 412;
}
