import vm from 'node:vm';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { readExample } from '../n8n/examples';

describe('a row that table-to-calendar.json writes', () => {
	const row = { id: 7, wanted_status: 'scheduled', post_id: 'p1', problem: 'of the last run' };

	/** The columns that a step writes for its input. */
	function write(step: string, json: IDataObject, more: IDataObject = {}): IDataObject {
		const node = readExample('table-to-calendar.json').nodes.find(({ name }) => name === step);
		const { value } = node?.parameters.columns as { value: Record<string, string> };
		const globals = { DateTime, $json: json, $: () => ({ item: { json: { ...row, ...more } } }) };
		const evaluated = Object.entries(value).map(([column, text]) => {
			const [, code] = /^=\{\{(.*)\}\}$/.exec(text) ?? [];
			return [column, code === undefined ? text : vm.runInNewContext(code, globals)];
		});
		return Object.fromEntries(evaluated) as IDataObject;
	}

	const post = {
		id: 'p1',
		status: 'published',
		message: 'A sentence.',
		published_urls: ['https://a.example/1', 'https://b.example/2'],
		scheduled_at: null,
		error_message: null,
		action: 'unchanged',
	};

	it('shows the links of all accounts, and no problem if there is none', () => {
		expect(write('Write the Result', post)).toEqual({
			status: 'published',
			scheduled_at: '',
			link: 'https://a.example/1 https://b.example/2',
			action: 'unchanged',
			problem: '',
			post_id: 'p1',
		});
	});

	it('explains why a published post does not match it, and why an account failed', () => {
		const locked = { ...post, action: 'locked' };
		expect(write('Write the Result', locked).problem).toBe('A sentence.');
		const failed = { ...locked, error_message: 'Not published on a.' };
		expect(write('Write the Result', failed).problem).toBe('Not published on a.');
	});

	it('reports a scheduled time that passed fifteen minutes ago', () => {
		const problem = (minutes: number) => {
			const scheduled_at = DateTime.now().minus({ minutes }).toISO();
			return write('Write the Result', { ...post, status: 'scheduled', scheduled_at }).problem;
		};
		expect(problem(16)).toBe('A sentence.');
		expect(problem(14)).toBe('');
		expect(problem(-60)).toBe('');
	});

	it('loses its ID only if the post has been deleted', () => {
		const none = { action: 'deleted', id: 'p1', status: null };
		const absent = { wanted_status: 'Absent ' };
		expect(write('Write the Result', none, absent)).toMatchObject({ status: '', post_id: '' });
		const again = { ...none, action: 'unchanged' };
		expect(write('Write the Result', again, absent).post_id).toBe('');
		expect(write('Write the Result', { ...post, action: 'locked' }, absent).post_id).toBe('p1');
	});

	it('keeps its ID after an error, or gets the ID of a new post', () => {
		const error = 'The post cannot be scheduled';
		expect(write('Write the Problem', { error })).toEqual({
			action: 'error',
			problem: error,
			post_id: 'p1',
		});
		expect(write('Write the Problem', { error, post: { id: 'p2' } }).post_id).toBe('p2');
	});

	it('keeps its problem after an outcome without an error', () => {
		expect(write('Write the Outcome', post).problem).toBe('of the last run');
		expect(write('Write the Outcome', { ...post, error_message: 'New.' }).problem).toBe('New.');
	});
});
