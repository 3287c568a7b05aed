import type { IDataObject } from 'n8n-workflow';

import {
	checkOutcome,
	unconfirmedFailure,
	type OutcomeCheck,
} from '../../../nodes/SocialPublishing/api/outcomeFailures';
import { readPublication } from '../../../nodes/SocialPublishing/api/publication';
import { asServiceFailure } from '../../../nodes/SocialPublishing/shared/failure';

const accounts = new Map(
	[
		{ id: '17', name: 'Bakery' },
		{ id: '18', name: 'Cakes' },
	].map((account) => [account.id, { ...account, platform: 'pagebook', record: {} }]),
);
const LINK = 'https://pagebook.example/1';
const published = { account_id: 17, status: 'published', url: LINK };
const failed = { account_id: 18, status: 'failed', error: { message: 'Too long' } };
const uncertain = { account_id: 18, status: 'needs_review' };
const underWay = { account_id: 18, status: 'publishing' };
const RETRY = 'To try again, use Post → Retry Failed for this post.';
const CHECK =
	"Look at the platform first. If the post is not there, use Post → Retry Failed for this post and turn on 'I Checked That It Is Not Online'.";
const IDS = 'Account IDs: Cakes (pagebook) = 18.';

/** The failure for a post; undefined if the outcome is accepted. */
function failureOf(post: IDataObject, more: Partial<OutcomeCheck> = {}) {
	const outcome = { post, etag: '"1"', publication: readPublication(post, false, accounts) };
	const check: OutcomeCheck = {
		relevant: post,
		accounts,
		failOn: 'any',
		postPath: '/workspaces/1/posts/p%2F1',
		timeoutMs: 60_000,
		readFailure: undefined,
		...more,
	};
	try {
		checkOutcome(outcome, check);
		return undefined;
	} catch (error) {
		return asServiceFailure(error);
	}
}
const to = (...destinations: IDataObject[]): IDataObject => ({ destinations });

it.each<[IDataObject, boolean, boolean]>([
	[to(published), false, false],
	[to(published, failed), true, false],
	[to(failed), true, true],
	[to(uncertain), true, true],
	[{ status: 'failed' }, true, true],
	[{ status: 'partial' }, true, false],
	[{ status: 'published' }, false, false],
	[{ status: 'draft' }, false, false],
	[to(underWay), true, true],
])('%j fails on any failure: %s; only if all failed: %s', (post, onAny, onAll) => {
	expect(failureOf(post) !== undefined).toBe(onAny);
	expect(failureOf(post, { failOn: 'all' }) !== undefined).toBe(onAll);
	expect(failureOf(post, { failOn: 'never' })).toBeUndefined();
});

it.each<[Partial<OutcomeCheck>, RegExp]>([
	[{ wasJustPublished: true }, /^To try again, retry this execution \(Executions → Retry\): only /],
	[{ wasJustPublished: true, hasNoRetry: true }, /^To try again, use Post → Retry Failed /],
	[{}, /^To try again, use Post → Retry Failed /],
])('the description recommends one way to try again, with %j', (more, advice) => {
	expect(failureOf(to(failed), more)?.description).toMatch(advice);
	expect(failureOf(to(uncertain), more)?.description).toContain(CHECK);
});

describe('the title of a failed outcome', () => {
	const blocked = { account_id: 19, status: 'blocked' };
	const others = ['20', '21', '22', '23'].map((id) => ({ ...failed, account_id: id }));

	it.each<[IDataObject, string]>([
		[to(failed), 'Not published on Cakes (pagebook): Too long'],
		[to({ ...failed, error: 'Too long.' }), 'Not published on Cakes (pagebook): Too long'],
		[to({ ...failed, error: null }), 'Not published on Cakes (pagebook)'],
		[to(blocked), 'Not published on 19: blocked'],
		[to(published, failed), 'Published on Bakery (pagebook), not on Cakes (pagebook): Too long'],
		[
			to(failed, { ...failed, account_id: 17 }),
			'Not published on Cakes (pagebook) and Bakery (pagebook): Too long',
		],
		[to(failed, blocked), 'Not published on Cakes (pagebook) and 19'],
		[to(failed, ...others), 'Not published on Cakes (pagebook), 20, 21 and 2 more: Too long'],
		[to(uncertain), 'It is not known whether the post was published on Cakes (pagebook)'],
		[
			to(published, uncertain, blocked),
			'Published on Bakery (pagebook), not on 19, uncertain on Cakes (pagebook)',
		],
		[{ status: 'partial' }, 'The post was published to only some of its accounts'],
		[{ status: 'failed' }, 'The post was not published'],
	])('for %j is: %s', (post, title) => {
		expect(failureOf(post)?.message).toBe(title);
	});

	it('shortens a long reason, which the description contains in full', () => {
		const failure = failureOf(to({ ...failed, error: 'x'.repeat(1_000) }));
		expect(failure?.message.length).toBeLessThan(300);
		expect(failure?.description).toContain('x'.repeat(1_000));
	});
});

describe('the description of a failure', () => {
	it.each<[string, IDataObject, string]>([
		[
			'what was published, with links',
			to(published, failed),
			`Published on Bakery (pagebook): ${LINK} – do not publish it there again. ${RETRY} ${IDS}`,
		],
		[
			'what was published, without a link',
			to({ ...published, url: null }, failed),
			`Published on Bakery (pagebook) – do not publish it there again. ${RETRY} ${IDS}`,
		],
		[
			'only the failure if no reason is known',
			to({ ...failed, error: null }),
			`Cakes (pagebook): failed. ${RETRY} ${IDS}`,
		],
		[
			'each reason if the reasons differ',
			to({ ...failed, status: 'blocked' }, { account_id: 19, status: 'failed' }),
			`Cakes (pagebook): blocked – Too long. 19: failed. ${RETRY} ${IDS}`,
		],
		[
			'what is uncertain',
			to(uncertain),
			`Cakes (pagebook): it is not known whether it went out. ${CHECK} ${IDS}`,
		],
		[
			'what has not begun',
			{ status: 'draft', ...to({ account_id: 19, status: 'failed' }, { account_id: 20 }) },
			`19: failed. Not started: 20. ${RETRY}`,
		],
		['nothing about unknown accounts', { status: 'failed' }, RETRY],
	])('states %s', (_what, post, description) => {
		expect(failureOf(post)?.description).toBe(description);
	});

	it('comes with the post', () => {
		const post = { id: 'p', ...to(failed) };
		expect(failureOf(post)?.facts).toEqual({ code: 'failed', post, etag: '"1"' });
	});
});

describe('the failure after the timeout', () => {
	const WAIT =
		'To keep waiting, use Post → Wait for Outcome, or retry this execution (Executions → Retry).';

	it('lists the open deliveries, the links and the post ID', () => {
		const failure = failureOf(
			{ id: 'p', url: LINK, ...to(published, underWay) },
			{ readFailure: 'Could not read it' },
		);
		expect(failure?.message).toBe(
			'Handed over, not yet confirmed: do not post it again. Still open: Cakes (pagebook)',
		);
		expect(failure?.description).toBe(
			`The outcome was not known within 60 seconds. Published on Bakery (pagebook): ${LINK} – do not publish it there again. Could not read it. Post ID: p (${LINK}). ${IDS} ${WAIT}`,
		);
	});

	it('contains the post ID even if the post was never read', () => {
		const failure = failureOf({});
		expect(failure?.message).toMatch(/Still open: the post$/);
		expect(failure?.description).toBe(
			`The outcome was not known within 60 seconds. Post ID: p/1. ${WAIT}`,
		);
		expect(failure?.facts).toEqual({ code: 'unknown', post: { id: 'p/1' }, etag: '"1"' });
	});
});

it('the failure of an unconfirmed publication lists what is open, then the given sentences', () => {
	const { message, description } = unconfirmedFailure(['Shop a', 'Shop b'], ['One.', 'Two.'], {});
	expect(message).toMatch(/Still open: Shop a, Shop b$/);
	expect(description).toMatch(/^One\. Two\. To keep waiting/);
});
