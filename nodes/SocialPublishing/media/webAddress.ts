import { kindOf, readJson } from '../properties/parameters';
import { InputFailure } from '../shared/failure';

const MAX_SHOWN_PATH_LENGTH = 80;
const MAX_FILE_NAME_LENGTH = 100;

/**
 * The web addresses in a field: a list, or text with one address per line. In text, a comma or space right before
 * `http` also separates two addresses. Empty entries of a list stay in place.
 *
 * @throws InputFailure for anything else
 */
export function readAddresses(value: unknown, label: string): string[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) return value.map((entry) => asAddress(entry, label));
	if (typeof value !== 'string') throw notAnAddress(value, label);
	// An address cannot start with a bracket.
	if (value.trim().startsWith('[')) return readAddresses(readJson(value, label), label);
	return value
		.split(/[\r\n]+|[,\s]+(?=https?:\/\/)/i)
		.map((line) => line.trim())
		.filter((line) => line !== '');
}

function asAddress(entry: unknown, label: string): string {
	if (entry === undefined || entry === null) return '';
	if (typeof entry !== 'string') throw notAnAddress(entry, label);
	return entry.trim();
}

function notAnAddress(value: unknown, label: string): InputFailure {
	return new InputFailure(
		`'${label}' must be web addresses, not ${kindOf(value)}`,
		'Enter the address as text, such as {{ $json.enclosure.url }}.',
	);
}

/**
 * The address that a text or a redirect states, without its fragment. Undefined unless it starts with http:// or
 * https://, or with the // that stands for either.
 */
export function parseWebAddress(text: string, base?: URL): URL | undefined {
	const absolute = base === undefined && text.startsWith('//') ? `https:${text}` : text;
	if (!URL.canParse(absolute, base)) return undefined;
	const url = new URL(absolute, base);
	url.hash = '';
	return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** An address as users see it, without its user name, password and query, which may be secret. */
export function describeAddress({ host, pathname }: URL): string {
	const isLong = pathname.length > MAX_SHOWN_PATH_LENGTH;
	return `${host}${isLong ? `${pathname.slice(0, MAX_SHOWN_PATH_LENGTH)}…` : pathname}`;
}

/** The last part of an address, as the name of its file. */
export function fileNameOf(url: URL): string {
	const segment = decoded(url.pathname.split('/').pop() ?? '');
	const name = segment.replace(/[\p{Cc}/\\]/gu, '').trim();
	return name.slice(-MAX_FILE_NAME_LENGTH) || url.hostname;
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
