import { IANAZone } from '../vendor/libraries';

/** The current names of the zones that Node.js lists under a former name. */
const CURRENT_NAMES: Record<string, string> = {
	'Africa/Asmera': 'Africa/Asmara',
	'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
	'America/Catamarca': 'America/Argentina/Catamarca',
	'America/Coral_Harbour': 'America/Atikokan',
	'America/Cordoba': 'America/Argentina/Cordoba',
	'America/Godthab': 'America/Nuuk',
	'America/Indianapolis': 'America/Indiana/Indianapolis',
	'America/Jujuy': 'America/Argentina/Jujuy',
	'America/Louisville': 'America/Kentucky/Louisville',
	'America/Mendoza': 'America/Argentina/Mendoza',
	'Asia/Calcutta': 'Asia/Kolkata',
	'Asia/Katmandu': 'Asia/Kathmandu',
	'Asia/Rangoon': 'Asia/Yangon',
	'Asia/Saigon': 'Asia/Ho_Chi_Minh',
	'Atlantic/Faeroe': 'Atlantic/Faroe',
	'Europe/Kiev': 'Europe/Kyiv',
	'Pacific/Enderbury': 'Pacific/Kanton',
	'Pacific/Ponape': 'Pacific/Pohnpei',
	'Pacific/Truk': 'Pacific/Chuuk',
};

/** Current IANA names and UTC, in alphabetical order. */
export const timeZones: string[] = [
	...new Set([
		'UTC',
		...Intl.supportedValuesOf('timeZone').map((name) => CURRENT_NAMES[name] ?? name),
	]),
].sort((a, b) => a.localeCompare(b));

/** Newer versions of Node.js also accept an offset such as +01:00 as a zone. */
export function isTimeZone(name: string): boolean {
	return /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name);
}
