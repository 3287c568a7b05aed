import type { IDataObject } from 'n8n-workflow';

import { readTextRules } from '../../../../nodes/SocialPublishing/api/readings/textRules';

const rulesOf = (record: IDataObject, capabilities?: IDataObject) =>
	readTextRules({ id: '1', name: undefined, platform: 'shortpost', record }, capabilities);

it.each<[IDataObject]>([
	[{ text_length: 280 }],
	[{ text_limit: '280' }],
	[{ maxTextLength: 280 }],
	[{ capabilities: { max_characters: 280 } }],
	[{ capabilities: { limits: { text: 280 } } }],
	[{ actual_capabilities: { text: { max: 280, unit: 'characters' } } }],
	[{ character_limit: 280 }],
	[{ capabilities: { max_length: 280 } }],
	[{ capabilities: { text_length: 280, subscribed_text_length: 25_000 } }],
	[{ capabilities: { text_limit: { default: 280, premium: 25_000 } } }],
	[{ text_limit: 100, current_text_limit: '280', effective: { text_limit: 300 } }],
	[{ ' Max  Text--Length ': 280 }],
	[{ TEXTLimit: null, textLimit: 280 }],
	[{ rules: [{ text_limit: 9 }, 'text_limit'], text_limit: 280 }],
])('%j limits texts to 280 characters', (record) => {
	expect(rulesOf(record).maxLength).toBe(280);
	expect(rulesOf({}, { platforms: { Shortpost: record } }).maxLength).toBe(280);
	expect(rulesOf({}, { limits: [{ platform: 'shortpost', ...record }] }).maxLength).toBe(280);
	const other = { platforms: { pagebook: record }, allowances: { shortpost: { limit: 9 } } };
	expect(rulesOf({}, other).maxLength).toBeUndefined();
});

it.each<[IDataObject]>([
	[{}],
	[{ text_limit: null }],
	[{ text_limit: 0 }],
	[{ text_limit: 1.5 }],
	[{ text_limit: '' }],
	[{ text_limit: true }],
	[{ premium_text_limit: 25_000 }],
	[{ text: 280, limit: 280 }],
	[{ media: 4, max_video_length: 140, alt_text_limit: 1_000, followers: 12 }],
	[{ thread: { max_replies: 5 }, characters_remaining: 3, title_max_characters: 100 }],
])('%j states no limit', (record) => {
	expect(rulesOf(record).maxLength).toBeUndefined();
});

it('the capabilities of an account take precedence over those of its platform', () => {
	const capabilities = { platforms: { shortpost: { text_length: 280 } } };
	expect(rulesOf({ capabilities: { text_length: 4_000 } }, capabilities).maxLength).toBe(4_000);
});

it('a subscription raises the limit if the service states a limit for subscribers', () => {
	const subscribed = { shortpost_subscription_type: 'premium' };
	const failed = { ...subscribed, shortpost_subscription_error: 'expired' };
	const both = { platforms: { shortpost: { text_length: 280, subscribed_text_length: 25_000 } } };
	expect(rulesOf(subscribed, both).maxLength).toBe(25_000);
	expect(rulesOf(failed, both).maxLength).toBe(280);
	expect(rulesOf({ shortpost_subscription_type: 'none' }, both).maxLength).toBe(280);
	const one = { platforms: { shortpost: { text_length: 280 } } };
	expect(rulesOf(subscribed, one).maxLength).toBe(280);
});

it.each<[IDataObject, boolean]>([
	[{ thread: true }, true],
	[{ capabilities: { features: ['video', 'threads'] } }, true],
	[{ threads: { supported: true, max_replies: 5 } }, true],
	[{ supports_threads: false }, false],
	[{ max_thread_replies: 0 }, false],
	[{ threads: { supported: true, enabled: false } }, false],
	[{ threads: 'Not_supported' }, false],
	[{ threads: 0 }, false],
	[{ threads: '', thread: null }, true],
	[{ videos: false }, true],
	[{}, true],
])('%j supports threads: %j', (record, expected) => {
	expect(rulesOf(record).hasThreads).toBe(expected);
});

it('other platforms support threads only if they state so', () => {
	const account = { id: '1', name: undefined, platform: 'pagebook', record: {} };
	expect(readTextRules(account).hasThreads).toBeUndefined();
	expect(readTextRules(account, { pagebook: { thread: true } }).hasThreads).toBe(true);
	expect(readTextRules(account, { pagebook: { features: ['threads'] } }).hasThreads).toBe(true);
	const untold = { thread: null, threads: '', features: ['video', { threads: true }] };
	expect(readTextRules(account, { pagebook: untold }).hasThreads).toBeUndefined();
});

it.each(['none', 'free', 'Inactive', 'expired', 'null'])(
	'the subscription type %s means no subscription',
	(type) => {
		const capabilities = { shortpost: { text_length: 280, premium_text_length: 25_000 } };
		const subscription = { shortpost_subscription_type: type };
		expect(rulesOf(subscription, capabilities).maxLength).toBe(280);
		const other = { shortpost_subscription_type: `${type} of ads` };
		expect(rulesOf(other, capabilities).maxLength).toBe(25_000);
		const another = { shortpost_subscription_type: `ad-${type}` };
		expect(rulesOf(another, capabilities).maxLength).toBe(25_000);
	},
);

it('readTextRules finds the limit of a platform in nested capabilities, but not in usage figures', () => {
	const limits: IDataObject = { shortpost: { text_limit: 280 } };
	expect(rulesOf({}, { a: [{ b: [limits] }] }).maxLength).toBe(280);
	expect(rulesOf({}, { a: [{ b: [{ c: limits }] }] }).maxLength).toBeUndefined();
	expect(rulesOf({}, { monthly_usage: limits, note: null }).maxLength).toBeUndefined();
	expect(rulesOf({}, { shortpost: 280 }).maxLength).toBeUndefined();
});

it('an account without a platform has no limits', () => {
	const account = { id: '1', name: undefined, platform: undefined, record: {} };
	const capabilities = { '': { text_limit: 280 }, platforms: [{ platform: '', text_limit: 280 }] };
	expect(readTextRules(account, capabilities)).toEqual({
		maxLength: undefined,
		hasThreads: undefined,
	});
});

it('readTextRules ignores rules that are nested too deeply', () => {
	let record: IDataObject = { text_limit: 280 };
	for (let depth = 0; depth < 20_000; depth++) record = { rules: record };
	expect(rulesOf(record).maxLength).toBeUndefined();
});
