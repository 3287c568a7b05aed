import { asSentence } from '../shared/sentences';
import { isRecord } from '../shared/json';

/** The editor's label for each field that the service may complain about. */
const LABELS = new Map(
	Object.entries({
		text: 'Text',
		destinations: 'Destinations',
		account_id: 'Account',
		media_ids: 'Media IDs',
		options: 'Options',
		thread: 'Thread',
		scheduled_at: 'Scheduled At',
		timezone: 'Timezone',
		checked_platform: 'I Checked That It Is Not Online',
		alt: 'Alt Text',
		name: 'File Name',
		type: 'File Type',
		size: 'File Size',
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
	return [...complaints(details, [])].map(({ path, text }) => {
		const label = labelOf(path);
		const sentence = asSentence(text);
		return label === '' ? sentence : `${label}: ${sentence}`;
	});
}

interface Complaint {
	path: string[];
	text: string;
}

function* complaints(details: unknown, path: string[]): Generator<Complaint> {
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
			yield { path: own.length > 0 ? own : path, text };
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

/** `destinations`, `0`, `account_id` becomes `Destinations 1 → Account`. */
function labelOf(path: string[]): string {
	const labels: string[] = [];
	for (const segment of path) {
		const last = labels.length - 1;
		if (/^\d+$/.test(segment)) {
			if (last >= 0) labels[last] = `${labels[last]} ${Number(segment) + 1}`;
		} else {
			labels.push(LABELS.get(segment) ?? segment);
		}
	}
	return labels.join(' → ');
}
