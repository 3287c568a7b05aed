import type { INodeProperties } from 'n8n-workflow';

import type { FailOn } from '../api/outcomeFailures';
import { InputFailure } from '../shared/failure';
import type { Item } from './item';
import { asBoolean, asChoice, readCollection, readParameter } from './parameters';

const DEFAULT_TIMEOUT_SECONDS = 300;

/** For operations that always wait. */
export const waitOptions: INodeProperties[] = [
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TIMEOUT_SECONDS,
		description: 'The maximum number of seconds to wait for the outcome',
	},
	{
		displayName: 'Fail the Step If',
		name: 'failOn',
		type: 'options',
		options: [
			{
				name: 'Any Account Fails',
				value: 'any',
				description: 'Fail if the post did not reach all of its accounts',
			},
			{
				name: 'Every Account Fails',
				value: 'all',
				description: 'Fail only if the post reached none of its accounts',
			},
			{ name: 'Never', value: 'never', description: 'Return the outcome, whatever it is' },
		],
		default: 'any',
		description:
			'When failed, blocked or uncertain deliveries make the node fail. Unless set to Never, the node also fails if a delivery is still open at the timeout.',
	},
];

/** For operations that can wait. */
export const waitProperty: INodeProperties = {
	displayName: 'Wait for Outcome',
	name: 'waitForOutcome',
	type: 'boolean',
	default: true,
	builderHint: {
		propertyHint: 'Leave this on, so that later steps know which accounts the post has reached.',
	},
	description:
		'Whether to wait until the outcome is known. If turned off, the node finishes as soon as the service accepts the post, and does not report later failures.',
};

/**
 * For operations with `waitProperty`: shown while it is on.
 *
 * @param conditions further values of other fields on which it depends
 */
export function waitOptionsIfEnabled(conditions: Record<string, string[]> = {}): INodeProperties[] {
	const show = { '/waitForOutcome': [true], ...conditions };
	return waitOptions.map((option) => ({ ...option, displayOptions: { show } }));
}

export interface WaitLimits {
	timeoutMs: number;
	failOn: FailOn;
}

export interface WaitSettings extends WaitLimits {
	isEnabled: boolean;
}

export function readWaitSettings(item: Item): WaitSettings {
	const value = readParameter(item, 'waitForOutcome', true);
	const isEnabled = asBoolean(value, 'Wait for Outcome', true);
	return { isEnabled, ...readWaitLimits(item) };
}

export function readWaitLimits(item: Item): WaitLimits {
	const options = readCollection(item, 'options');
	const timeoutSeconds = Number(options.timeout ?? DEFAULT_TIMEOUT_SECONDS);
	if (!(timeoutSeconds > 0))
		throw new InputFailure("'Timeout' must be a number of seconds greater than 0");
	const failOn = asChoice(options.failOn ?? 'any', ['any', 'all', 'never'], 'Fail the Step If');
	return { timeoutMs: timeoutSeconds * 1_000, failOn };
}
