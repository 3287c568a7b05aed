import { readLengthObjection } from '../../../../nodes/SocialPublishing/api/readings/preflightRecord';

it.each([
	['The text is over 280 characters.', 280, 'text'],
	['Text exceeds the limit (600/280 chars)', 280, 'text'],
	['Use at most 63,206 characters', 63_206, 'text'],
	['A reply is over 280 characters.', 280, 'reply'],
	['Too long', 280, 'text'],
	['The text is too long.', 280, 'text'],
	// Another limit than the known one.
	['The text is over 200 characters.', 280, undefined],
	['The text is over 2800 characters.', 280, undefined],
	// Something else that is too long, or that is wrong with the text.
	['The alt text is over 280 characters.', 280, undefined],
	['The title has more than 280 characters', 280, undefined],
	['The video is too long', 280, undefined],
	['The video is over 280 seconds', 280, undefined],
	['The text contains forbidden characters.', 280, undefined],
	['The text is too long, and the account must be reconnected.', 280, undefined],
	['', 280, undefined],
])('%j with the limit %j is about the length of: %s', (objection, limit, expected) => {
	expect(readLengthObjection(objection, limit)).toBe(expected);
});
