import fc from 'fast-check';

/** A run of one of the workflows. Its items are those of its earlier runs, and some more. */
export interface Execution {
	workflow: number;
	/** What each new item is posted to: an index of `ACCOUNTS`. */
	newItems: number[];
	/** Which process of n8n runs it. */
	process: number;
	/** The point at which its process is killed, before or after a request or a call of n8n's store. */
	killAt?: number | undefined;
}

/** Some runs of several workflows that put posts into the same slots. */
export interface Plan {
	timezone: string;
	/** When it begins. */
	start: string;
	weekdays: string[];
	times: string[];
	/** What somebody has scheduled before: the index of the slot, and of the accounts. */
	byHand: Array<{ slot: number; accounts: number }>;
	/** Executions at the same time. */
	rounds: Execution[][];
}

/** The accounts of an item. */
export const ACCOUNTS = [
	['Bread on Shortpost'],
	['Cakes on Pagebook'],
	['Bread on Shortpost', 'Cakes on Pagebook'],
];

export const WEEKDAYS = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
];

/** Days before a change of the clocks, forward or back, and one without. */
const PLACES = [
	{ timezone: 'Europe/Berlin', start: '2027-03-26T20:00:00Z' },
	{ timezone: 'Europe/Berlin', start: '2027-10-29T20:00:00Z' },
	{ timezone: 'America/New_York', start: '2027-03-12T20:00:00Z' },
	{ timezone: 'America/New_York', start: '2027-11-05T20:00:00Z' },
	{ timezone: 'Australia/Lord_Howe', start: '2027-04-02T20:00:00Z' },
	{ timezone: 'Australia/Lord_Howe', start: '2027-10-01T20:00:00Z' },
	{ timezone: 'Africa/Cairo', start: '2027-04-29T20:00:00Z' },
	{ timezone: 'Asia/Kathmandu', start: '2027-05-01T20:00:00Z' },
];

const WORKFLOWS = 3;

const accounts = fc.nat(ACCOUNTS.length - 1);

const execution = fc.record({
	newItems: fc.array(accounts, { minLength: 1, maxLength: 4 }),
	process: fc.nat(2),
	killAt: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined, freq: 2 }),
});

const round: fc.Arbitrary<Execution[]> = fc
	.array(execution, { minLength: 1, maxLength: WORKFLOWS })
	.map((some) => some.map((each, workflow) => ({ ...each, workflow })));

const time = fc
	.tuple(fc.constantFrom(0, 1, 2, 3, 9, 23), fc.constantFrom('00', '15', '30'))
	.map(([hour, minute]) => `${hour}:${minute}`);

export const plans: fc.Arbitrary<Plan> = fc
	.record({
		place: fc.constantFrom(...PLACES),
		weekdays: fc.subarray(WEEKDAYS, { minLength: 2 }),
		times: fc.uniqueArray(time, { minLength: 1, maxLength: 4 }),
		byHand: fc.array(fc.record({ slot: fc.nat(5), accounts }), { maxLength: 3 }),
		rounds: fc.array(round, { minLength: 1, maxLength: 3 }),
	})
	.map(({ place, ...rest }) => ({ ...place, ...rest }));
