import type { INodeParameters } from 'n8n-workflow';

import { describePostedBefore } from '../../../nodes/SocialPublishing/actions/runHints';
import { useNodeHarness } from '../support/nodeHarness';

describe('the hint of a run', () => {
	const harness = useNodeHarness();

	/** Checks a post for each address, none of which has a picture. */
	async function hintFor(...addresses: string[]): Promise<string[]> {
		const parameters: INodeParameters = {
			text: 'Fresh bread',
			accountIds: [harness.service.accountId('Bread on Shortpost')],
			mediaSource: 'address',
			mediaUrls: '={{ $json.address }}',
			options: { missingMedia: 'skip' },
		};
		const input = addresses.map((address) => ({ json: { address } }));
		const { error, items, hints } = await harness.run('post', 'validate', parameters, { input });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(addresses.length);
		return hints.map(({ message }) => message);
	}

	/** Nothing listens at these ports. */
	const places = (count: number) =>
		Array.from({ length: count }, (_, index) => `http://127.0.0.1:${index + 1}/`);

	it('names no item if there is only one', async () => {
		expect(await hintFor('a.jpg')).toEqual([
			"Checked without a file: 'Media URLs' has an entry that does not start with http:// or https://.",
		]);
	});

	it('covers all items, and names those with the same text together', async () => {
		expect(await hintFor('a.jpg', '', 'b.jpg', 'c.jpg', '')).toEqual([
			"Items 1, 3 and 4: Checked without a file: 'Media URLs' has an entry that does not start with http:// or https://.",
		]);
	});

	it('ends after five lines, and counts the others', async () => {
		const [hint = '', ...others] = await hintFor(...places(7));
		expect(others).toEqual([]);
		expect(hint.split('<br>')).toHaveLength(6);
		expect(hint).toMatch(/And 2 more\.$/);
	});

	it('shows what looks like HTML as text, because n8n shows hints as HTML', async () => {
		const [hint] = await hintFor('http://127.0.0.1:1/<b>&.jpg');
		expect(hint).not.toMatch(/<b>|&\./);
	});

	it('contains web addresses as links, except those that are cut', async () => {
		const kept = `https://example.com/${'k'.repeat(255)}`;
		const cut = `https://example.com/${'c'.repeat(100)}`;
		const { hints } = await harness.run('post', 'validate', {
			text: `${kept} https://example.com/?a=1&b=2 ${cut}`,
			accountIds: [harness.service.accountId('Bread on Shortpost')],
			options: { textOverflow: 'shorten' },
		});
		const [first, second] = hints.map(({ message }) => message.split('<br>')).flat();
		expect(first).toMatch(
			/: <a href="https:\/\/example\.com\/\?a=1&amp;b=2" target="_blank">https:\/\/example\.com\/\?a=1&amp;b=2<\/a>\.$/,
		);
		expect(second).toMatch(/: https:\/\/example\.com\/c+…\.$/);
	});

	it('is omitted if there is nothing to report, as for rows without a picture', async () => {
		expect(await hintFor('', '')).toEqual([]);
	});
});

it.each([
	[0, 3, []],
	[1, 1, ['Nothing new: the item was already posted by this step.']],
	[2, 2, ['Nothing new: both items were already posted by this step.']],
	[5, 5, ['Nothing new: all 5 items were already posted by this step.']],
	[1, 3, ['1 of 3 items was already posted by this step.']],
	[2, 3, ['2 of 3 items were already posted by this step.']],
])('for %j items posted before of %j, the hint contains %j', (count, total, notes) => {
	expect(describePostedBefore(count, total)).toEqual(notes);
});
