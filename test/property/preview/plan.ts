import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

/** A post as a user enters it, and what the platforms accept at the time. */
export interface Plan {
	/** The highest number of characters on each platform. */
	limits: Record<string, number>;
	/** The accounts by their names, with what each of them has of its own. */
	accounts: Array<{ name: string; text?: string; thread?: string[]; usesLibrary: boolean }>;
	/** Whether every account gets the same. */
	isShared: boolean;
	text: string;
	/** The names of files of the input item; one that does not exist is missing. */
	files: string[];
	mediaSource: 'none' | 'input' | 'library';
	options: INodeParameters;
}

const NAMES = [
	'Bread on Shortpost',
	'Cakes on Pagebook',
	'Bakery on Worklink',
	'Bread on Photowall',
];

const word = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.constantFrom('Fresh', 'bread', 'and', 'rolls,', 'daily.', 'für', '🥐👩‍🍳'),
	},
	{
		weight: 2,
		arbitrary: fc.constantFrom(
			'https://example.com/menu',
			'(http://example.com/?a=1#top)',
			'https://example.com/?utm_source=own',
			'https://example.com/a/very/long/address/that/does/not/fit/everywhere',
		),
	},
	{ weight: 1, arbitrary: fc.constantFrom('\n\n', '\r\n', ' ', 'x'.repeat(70), '{{ 1 }}', '<b>') },
);

const text = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '));
const altText = fc.constantFrom('', 'A loaf', 'Two "rolls"');

const account = fc.record({
	name: fc.constantFrom(...NAMES),
	text: fc.option(text, { nil: undefined }),
	thread: fc.option(fc.array(text, { maxLength: 3 }), { nil: undefined }),
	usesLibrary: fc.boolean(),
});

export const FILE_NAMES = ['small', 'photo', 'wide', 'turned'];

const options = fc.record(
	{
		altTexts: fc.oneof(altText, fc.array(altText, { minLength: 1, maxLength: 2 })),
		linkTags: fc.record(
			{ campaign: fc.constantFrom('spring sale', 'ä&b'), source: fc.constant('bakery') },
			{ requiredKeys: [] },
		),
		missingMedia: fc.constantFrom('fail', 'skip'),
		textOverflow: fc.constantFrom('fail', 'shorten', 'split'),
	},
	{ requiredKeys: [] },
);

export const plans: fc.Arbitrary<Plan> = fc
	.record({
		limits: fc.record({
			shortpost: fc.constantFrom(40, 90, 280),
			worklink: fc.constantFrom(80, 3_000),
			pagebook: fc.constantFrom(120, 63_206),
		}),
		accounts: fc.uniqueArray(account, {
			minLength: 1,
			maxLength: NAMES.length,
			selector: ({ name }) => name,
		}),
		isShared: fc.boolean(),
		text: fc.oneof({ weight: 9, arbitrary: text }, fc.constant('')),
		files: fc.uniqueArray(fc.constantFrom(...FILE_NAMES, 'missing'), {
			minLength: 1,
			maxLength: 2,
		}),
		mediaSource: fc.constantFrom('none', 'input', 'input', 'library'),
		options,
	})
	.map(({ accounts, ...plan }) => ({
		...plan,
		accounts: accounts.map(({ text: own, thread, ...each }) => ({
			...each,
			...(own !== undefined && { text: own }),
			...(thread !== undefined && { thread }),
		})),
	}));
