import { firstText, isRecord } from '../shared/json';
import { asSentence } from '../shared/text/sentences';

/** The form's label for each field that the service may complain about. */
const LABELS = new Map(
	Object.entries({
		text: 'Text',
		destinations: 'Post To',
		account_id: 'Account',
		media_ids: 'Library Media',
		options: 'Platform Options (JSON)',
		thread: 'Replies',
		scheduled_at: 'Scheduled At',
		timezone: 'Timezone',
		checked_platform: 'I Checked That It Is Not Online',
		alt: 'Alt Text',
		name: 'File Name',
		url: 'URL',
		events: 'Events',
		start_date: 'Start Date',
		end_date: 'End Date',
		brand_id: 'Brand',
		platform: 'Platform',
		limit: 'Limit',
	}),
);

/**
 * One sentence for each complaint in `error.details`. Its shape is not specified: an object of fields, nested or
 * with lists, is accepted as well as a list of `{ field, message }`.
 */
export function describeDetails(details: unknown): string[] {
	return readDetails(details).map(describeDetail);
}

export function readDetails(details: unknown): Detail[] {
	return [...complaints(details, [])];
}

export function describeDetail({ path, text }: Detail): string {
	const label = labelOf(path);
	const sentence = asSentence(text);
	return label === '' ? sentence : `${label}: ${sentence}`;
}

/** A complaint about a field. */
interface Detail {
	/** The names that lead to the field. */
	path: string[];
	text: string;
	/** The account that it is about, if it says so. */
	accountId?: string | undefined;
}

function* complaints(details: unknown, path: string[]): Generator<Detail> {
	if (typeof details === 'string') {
		yield { path, text: details };
	} else if (Array.isArray(details)) {
		for (const [index, entry] of details.entries()) {
			yield* complaints(entry, typeof entry === 'string' ? path : [...path, String(index)]);
		}
	} else if (isRecord(details)) {
		// reading(details of an error)
		const text = details.message ?? details.msg ?? details.reason ?? details.detail;
		const field = details.field ?? details.path ?? details.param ?? details.loc;
		if (typeof text === 'string') {
			const own = splitPath(Array.isArray(field) ? field.join('.') : field);
			const accountId = firstText(details.account_id);
			yield { path: own.length > 0 ? own : path, text, accountId };
			return;
		}
		for (const [name, entry] of Object.entries(details)) {
			yield* complaints(entry, [...path, ...splitPath(name)]);
		}
	}
}

function splitPath(field: unknown): string[] {
	if (typeof field !== 'string') return [];
	return field.split(/[.[\]/]+/).filter((segment) => segment !== '' && segment !== 'body');
}

/** `destinations`, `0`, `account_id` becomes `'Post To' 1 → 'Account'`. */
function labelOf(path: string[]): string {
	const labels: string[] = [];
	for (const segment of path) {
		const last = labels.length - 1;
		if (/^\d+$/.test(segment)) {
			if (last >= 0) labels[last] = `${labels[last]} ${Number(segment) + 1}`;
		} else {
			const label = LABELS.get(segment);
			labels.push(label === undefined ? segment : `'${label}'`);
		}
	}
	return labels.join(' → ');
}
