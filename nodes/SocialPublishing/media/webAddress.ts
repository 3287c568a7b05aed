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

/** An address, and the host that it redirects to if it is another one. The path there may be secret. */
export function describeRoute(address: URL, target = address): string {
	const place = describeAddress(address);
	return target.host === address.host ? place : `${place}, which redirects to ${target.host}`;
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

/** Turns a link for sharing a file into the address of the file. Undefined for any other link. */
type LinkReader = (url: URL) => URL | undefined;

const DRIVE_FILE = /^\/file\/(?:u\/\d+\/)?d\/([^/]+)/;
/** The organization, or the number of the account with which somebody is logged in. */
const DRIVE_USER = /^\/(?:a\/[^/]+|u\/\d+)(?=\/)/;

/** https://developers.google.com/workspace/drive/api/guides/manage-downloads: `webContentLink` has this form. */
const readGoogleDrive: LinkReader = ({ pathname, searchParams }) => {
	const route = pathname.replace(DRIVE_USER, '');
	const id = DRIVE_FILE.exec(route)?.[1] ?? idOf(route, searchParams);
	if (id === undefined) return undefined;
	const address = new URL('https://drive.google.com/uc?export=download');
	address.searchParams.set('id', id);
	const resourceKey = searchParams.get('resourcekey');
	if (resourceKey !== null) address.searchParams.set('resourcekey', resourceKey);
	return address;
};

function idOf(pathname: string, parameters: URLSearchParams): string | undefined {
	return ['/open', '/uc'].includes(pathname) ? (parameters.get('id') ?? undefined) : undefined;
}

/** https://help.dropbox.com/share/force-download */
const readDropbox: LinkReader = (url) =>
	/^\/(s|scl\/fi)\//.test(url.pathname) ? withFlag(url, 'dl') : undefined;

/**
 * https://learn.microsoft.com/onedrive/developer/rest-api/api/shares_get: the link, encoded, is the ID of the share. A link to
 * `/download` already leads to the file.
 */
const readOneDrive: LinkReader = (url) => {
	if (url.pathname === '/download') return undefined;
	const share = Buffer.from(url.href).toString('base64url');
	return new URL(`https://api.onedrive.com/v1.0/shares/u!${share}/root/content`);
};

/** OneDrive for work or school. Links of pictures and videos begin with `/:i:/` or `/:v:/`. */
const readSharePoint: LinkReader = (url) =>
	/^\/:\w:\//.test(url.pathname) ? withFlag(url, 'download') : undefined;

const READERS: Array<{ host: RegExp; read: LinkReader }> = [
	{ host: /^(drive|docs)\.google\.com$/, read: readGoogleDrive },
	{ host: /^(www\.)?dropbox\.com$/, read: readDropbox },
	{ host: /^(1drv\.ms|onedrive\.live\.com)$/, read: readOneDrive },
	{ host: /\.sharepoint\.com$/, read: readSharePoint },
];

/**
 * The address of the file that a link of Google Drive, Dropbox or OneDrive shares: the link itself leads to a web page. Any
 * other address stays as it is. Pure.
 */
export function toFileAddress(url: URL): URL {
	const reader = READERS.find(({ host }) => host.test(url.hostname));
	return reader?.read(url) ?? url;
}

function withFlag(url: URL, name: string): URL {
	const changed = new URL(url);
	changed.searchParams.set(name, '1');
	return changed;
}
