import type { IDataObject } from 'n8n-workflow';

import { NOW, runStep as run } from './support/exampleStep';

const HOSTILE_TEXT = 'a <b>bold</b> <!-- hidden --> &amp; "quoted" it\'s C:\\new';

/** The text that a mail program shows, without tags and with entities decoded. */
const shown = (html: unknown) =>
	String(html)
		.replace(/<!--[^]*?-->|<[^>]*>/g, '')
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe('the mail of uncertain-delivery-to-review.json', () => {
	const write = (event: IDataObject) => {
		const [mail] = run('uncertain-delivery-to-review.json', 'Write the Mail', [event]);
		return { account: mail?.account, message: shown(mail?.message) };
	};

	it('shows the post of the account', () => {
		const destinations = [
			{ id: 'd1', media_ids: ['m1'] },
			{ id: 'd2', media_ids: ['m1', 'm2'], options: { thread: ['A reply'] } },
		];
		expect(
			write({
				account_name: 'A & B',
				platform: 'shortpost',
				post_text: HOSTILE_TEXT,
				data: { destination_id: 'd2' },
				resource: { destinations },
			}),
		).toEqual({
			account: 'A & B',
			message: `${HOSTILE_TEXT}\n\nReply:A reply\n\nPictures and videos: 2\n\nPlease look at A & B (shortpost), then answer.`,
		});
	});

	it('contains a notice if the text cannot be read', () => {
		expect(write({ data: { account_id: 'a' }, resourceError: 'not found' })).toEqual({
			account: 'a',
			message: 'The post has no text that could be read.\n\nPlease look at a, then answer.',
		});
	});
});

describe.each(['rss-to-post.json', 'feed-to-queue.json'])('the first run of %s', (fileName) => {
	const item = (key: string, days: number) => ({
		key,
		isoDate: NOW.minus({ days }).toISO(),
	});
	const leaveOut = (memory: IDataObject, ...items: IDataObject[]) =>
		run(fileName, 'Leave Out Old Items', items, { memory }).map(({ key }) => key);

	it('skips old items for good, and later runs skip nothing else', () => {
		const memory = {};
		const undated = [{ key: 'undated' }, { key: 'misdated', isoDate: 'yesterday' }];
		expect(leaveOut(memory, item('old', 3), item('new', 1), ...undated)).toEqual([
			'new',
			'undated',
			'misdated',
		]);
		// n8n stores the data as JSON.
		const stored = JSON.parse(JSON.stringify(memory)) as IDataObject;
		const later = [item('old', 10), item('new', 8), item('during an outage', 7)];
		expect(leaveOut(stored, ...later, { key: 'undated, too' })).toEqual([
			'new',
			'during an outage',
			'undated, too',
		]);
	});
});

describe('the message of nothing-planned.json', () => {
	const write = (...days: IDataObject[]) => run('nothing-planned.json', 'Write the Message', days);
	const day = (date: string, accounts: string[], free: string[] = [], is_empty = false) => ({
		...{ date, weekday: 'Monday', is_empty },
		...{ accounts_without_post: accounts, free_slots: free },
	});

	it('names the days without a post, and the times that are free', () => {
		const free = ['2030-01-07T09:00:00+01:00', '2030-01-07T17:30:00+01:00'];
		const [message] = write(
			day('2030-01-07', ['<Bread> & Co', 'Cakes'], free),
			day('2030-01-14', []),
			day('2030-01-21', ['Bread', 'Cakes'], [], true),
		);
		expect(message?.text).toBe(
			[
				'Days without a post in the next week:',
				'Monday, 2030-01-07: no post on &lt;Bread&gt; &amp; Co, Cakes; free slots: 09:00, 17:30',
				'Monday, 2030-01-21: no post',
			].join('\n'),
		);
	});

	it('is not sent if there is no such day', () => {
		expect(write(day('2030-01-07', []))).toEqual([]);
	});
});

describe('the mail of weekly-statistics.json', () => {
	const draw = (...rows: IDataObject[]) => {
		const [mail] = run('weekly-statistics.json', 'Draw Charts', rows);
		return String(mail?.html);
	};

	it('has a chart for each account and for the total, whatever the accounts are called', () => {
		const html = draw(
			{ date: '2030-01-06', [`followers ${HOSTILE_TEXT}`]: 12, 'followers a': null },
			{ date: '2030-01-07', [`followers ${HOSTILE_TEXT}`]: 14, 'followers a': null },
		);
		expect(html).toContain('&#60;b&#62;');
		expect(html).toContain('<h3>a</h3>');
		expect(html).not.toMatch(/null|undefined|NaN|Infinity/);
	});

	it('has a chart for the total of the known accounts instead if an account has no figure on some day', () => {
		const day = (date: string, total: number | null) => ({
			date,
			'followers a': 12,
			'followers b': total === null ? null : 3,
			'followers total': total,
			'followers total of known accounts': total ?? 12,
			missing_accounts: total === null ? ['b'] : [],
		});
		const html = draw(day('2030-01-06', null), day('2030-01-07', 15));
		expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, heading]) => heading)).toEqual([
			'a',
			'b',
			'total of known accounts',
		]);
	});

	it('does not claim that nothing was recorded if the statistics cannot be read', () => {
		expect(draw({ figures: 'in a form that nobody knows' })).toBe(
			'The service returned no followers by day.',
		);
	});
});
