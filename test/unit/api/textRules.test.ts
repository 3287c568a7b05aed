import type { IDataObject } from 'n8n-workflow';

import { readTextRules } from '../../../nodes/SocialPublishing/api/textRules';

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
	[{ media: 4, max_video_length: 140, alt_text_limit: 1_000, followers: 12 }],
	[{ thread: { max_replies: 5 }, characters_remaining: 3, title_max_characters: 100 }],
])('%j states no limit', (record) => {
	expect(rulesOf(record).maxLength).toBeUndefined();
});

it('the own capabilities of an account come before those of its platform', () => {
	const capabilities = { platforms: { shortpost: { text_length: 280 } } };
	expect(rulesOf({ capabilities: { text_length: 4_000 } }, capabilities).maxLength).toBe(4_000);
});

it('a subscription raises the limit as far as the service says', () => {
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
	[{}, true],
])('%j: threads %j', (record, expected) => {
	expect(rulesOf(record).hasThreads).toBe(expected);
});

it('other platforms have no threads that they do not state', () => {
	const account = { id: '1', name: undefined, platform: 'pagebook', record: {} };
	expect(readTextRules(account).hasThreads).toBeUndefined();
	expect(readTextRules(account, { pagebook: { thread: true } }).hasThreads).toBe(true);
});
