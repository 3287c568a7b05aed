import type { INodeProperties } from 'n8n-workflow';

import type { FailOn } from '../api/outcome';
import { InputFailure } from '../shared/failure';
import type { Item } from './item';
import { asBoolean, readCollection } from './parameters';

const timeoutOption: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 120,
	description: 'The maximum number of seconds to wait for the outcome',
};

const failOnOption: INodeProperties = {
	displayName: 'Fail On',
	name: 'failOn',
	type: 'options',
	options: [
		{
			name: 'Any Failure',
			value: 'any',
			description: 'Fail if the post did not reach one of its accounts',
		},
		{
			name: 'Total Failure',
			value: 'all',
			description: 'Fail only if the post reached none of its accounts',
		},
		{ name: 'Never', value: 'never', description: 'Return the outcome, whatever it is' },
	],
	default: 'any',
	description: 'When a failed, blocked or unclear delivery makes this node fail',
};

const waitOption: INodeProperties = {
	displayName: 'Wait for Outcome',
	name: 'waitForOutcome',
	type: 'boolean',
	default: false,
	description: 'Whether to wait until the outcome of the post is known for every account',
};

/** For operations that can wait. */
export const waitOptions: INodeProperties[] = [waitOption, timeoutOption, failOnOption];

/** For the operation that only waits. */
export const waitLimitOptions: INodeProperties[] = [timeoutOption, failOnOption];

export interface WaitSettings {
	isEnabled: boolean;
	timeoutMs: number;
	failOn: FailOn;
}

export function readWaitSettings(item: Item): WaitSettings {
	const options = readCollection(item, 'options');
	const timeoutSeconds = Number(options.timeout ?? 120);
	if (!(timeoutSeconds > 0))
		throw new InputFailure('Timeout must be a number of seconds greater than 0');
	const failOn = options.failOn ?? 'any';
	if (failOn !== 'any' && failOn !== 'all' && failOn !== 'never') {
		throw new InputFailure('Fail On must be any, all or never');
	}
	const isEnabled = asBoolean(options.waitForOutcome, 'Wait for Outcome', false);
	return { isEnabled, timeoutMs: timeoutSeconds * 1_000, failOn };
}
