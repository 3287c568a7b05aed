import { parseArgs } from 'node:util';

/** The worlds of the property tests. */
export const worldNames = ['faults', 'once', 'upsert', 'slots', 'polls'] as const;

export type WorldName = (typeof worldNames)[number];

export interface Options {
	/** The commit with the code before. */
	before: string;
	/** The commit with the code after; undefined: the working tree. */
	after: string | undefined;
	/** Which cases of each world are played, numbered from 1. */
	first: number;
	last: number;
	worlds: WorldName[];
	/** How many differences are shown in full. */
	shown: number;
}

/** @throws Error for an option that does not exist, or a value that it does not take */
export function readOptions(given: string[]): Options {
	const { values } = parseArgs({
		args: given,
		options: {
			before: { type: 'string', default: 'HEAD' },
			after: { type: 'string' },
			first: { type: 'string', default: '1' },
			seeds: { type: 'string', default: '500' },
			worlds: { type: 'string', default: worldNames.join() },
			show: { type: 'string', default: '3' },
		},
	});
	const first = readNumber('first', values.first);
	return {
		before: values.before,
		after: values.after,
		first,
		last: first + readNumber('seeds', values.seeds) - 1,
		worlds: values.worlds.split(',').map(readWorld),
		shown: readNumber('show', values.show),
	};
}

function readNumber(name: string, text: string): number {
	if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} takes a number from 1, not "${text}"`);
	return Number(text);
}

function readWorld(text: string): WorldName {
	const world = worldNames.find((name) => name === text);
	if (world === undefined) throw new Error(`--worlds takes ${worldNames.join()}, not "${text}"`);
	return world;
}
