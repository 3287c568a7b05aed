import { createFor, type TypicalError } from './typicalError';

/** Input that is wrong: nothing is sent. */
export const inputErrors: TypicalError[] = [
	{
		name: 'no-workspace',
		provoke: () => ({
			resource: 'post',
			operation: 'getAll',
			workspaceId: { __rl: true, mode: 'id', value: '={{ $json.workspace }}' },
		}),
		message: /'Workspace' is empty/,
		advice: /Choose one from the list or enter its ID.*Bakery/,
	},
	{
		name: 'no-account',
		provoke: () => ({ resource: 'post', operation: 'create', text: 'Hello', accountIds: [] }),
		message: /No account is chosen/,
		advice: /Choose at least one account/,
	},
	{
		name: 'unknown-account',
		provoke: () => ({
			resource: 'post',
			operation: 'create',
			text: 'Hello',
			accountIds: '={{ "Bread on Shortpots" }}',
		}),
		message: /Bread on Shortpots/,
		advice: /Bread on Shortpost \(shortpost\)/,
	},
	{
		name: 'no-content',
		provoke: (testbed) => ({ ...createFor()(testbed), text: '' }),
		message: /There is no text and no media/,
		advice: /Enter text, or attach a picture or video/,
	},
	{
		name: 'schedule-in-the-past',
		provoke: (testbed) => ({
			...createFor()(testbed),
			afterCreate: 'schedule',
			scheduledAt: '2020-01-01T09:00:00',
		}),
		message: /not at least 30 seconds ahead/,
		advice: /Choose a later time/,
	},
	{
		name: 'not-a-picture',
		hasTextFile: true,
		provoke: () => ({ resource: 'media', operation: 'upload' }),
		message: /its content is not a picture in a known format/,
		advice: /Use a JPEG, PNG/,
	},
];
