import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Effect } from '../../service';
import { byId, type NodeHarness } from '../../unit/support/nodeHarness';
import { createPost, failedPost, HOUR_MS, scheduledPost } from './posts';

/** What one item of one round is about. Kept in the item, so that expressions of the node can use it. */
export interface Unit extends IDataObject {
	/** Different for each. */
	name: string;
	postId?: string;
	destinationId?: string;
	etag?: string;
	accountId: string;
}

/** A command of the node that changes something. */
export interface Command {
	/** `resource:operation` */
	name: string;
	/** The operations of the service that it has carried out, in their order. */
	effects: string[];
	/** Whether it has an Idempotency-Key, and so the option for it. */
	isKeyed: boolean;
	/** Whether it succeeds, and reports so, if there is nothing to do. */
	mayDoNothing?: boolean;
	/** Makes what the command needs. */
	arrange?: (harness: NodeHarness, unit: Unit) => Promise<Partial<Unit>>;
	/** Fields of the node; `$json.rounds[$runIndex]` is the unit. */
	parameters: (harness: NodeHarness, text: string) => INodeParameters;
	/** Whether an effect is about a unit. */
	isAbout: (effect: Effect, unit: Unit) => boolean;
}

const UNIT = '$json.rounds[$runIndex]';
const field = (name: keyof Unit) => `={{ ${UNIT}.${name} }}`;

const byText: Command['isAbout'] = ({ input }, { name }) =>
	String(input.text).startsWith(`${name} `);
const byPost: Command['isAbout'] = ({ input }, { postId }) => input.id === postId;
const byDestination: Command['isAbout'] = ({ input }, { destinationId }) =>
	input.id === destinationId;

const onPost = { postId: byId(field('postId')) };
const inAnHour = (harness: NodeHarness) =>
	harness.service.clock.iso(harness.service.clock.now() + HOUR_MS);

function creation(afterCreate: string, effects: string[]): Command {
	return {
		name: 'post:create',
		effects,
		isKeyed: true,
		parameters: (harness, text) => ({
			text,
			accountIds: `={{ [${UNIT}.accountId] }}`,
			afterCreate,
			...(afterCreate === 'schedule' && { scheduledAt: inAnHour(harness) }),
		}),
		// The commands that follow are about the post that the first one has made.
		isAbout: byText,
	};
}

function onDraft(name: string, effect: string, more: Partial<Command> = {}): Command {
	return {
		name,
		effects: [effect],
		isKeyed: true,
		arrange: createPost,
		parameters: () => onPost,
		isAbout: byPost,
		...more,
	};
}

export const commands: Command[] = [
	creation('draft', ['create_post']),
	creation('publish', ['create_post', 'publish_post']),
	creation('schedule', ['create_post', 'schedule_post']),
	onDraft('post:publish', 'publish_post'),
	onDraft('post:duplicate', 'duplicate_post'),
	onDraft('post:schedule', 'schedule_post', {
		parameters: (harness) => ({ ...onPost, scheduledAt: inAnHour(harness) }),
	}),
	onDraft('post:reschedule', 'reschedule_post', {
		arrange: scheduledPost,
		parameters: (harness) => ({ ...onPost, scheduledAt: inAnHour(harness) }),
	}),
	onDraft('post:cancel', 'cancel_post', { arrange: scheduledPost }),
	onDraft('post:update', 'edit_post', {
		isKeyed: false,
		parameters: (_harness, text) => ({ ...onPost, updateFields: { text } }),
	}),
	onDraft('post:update', 'edit_post', {
		isKeyed: false,
		parameters: (_harness, text) => ({
			...onPost,
			updateFields: { text },
			options: { onlyIfUnchangedSince: field('etag') },
		}),
	}),
	onDraft('post:delete', 'delete_post', { isKeyed: false }),
	onDraft('post:retryDelivery', 'retry_delivery', {
		arrange: failedPost,
		parameters: () => ({ destinationId: field('destinationId') }),
		isAbout: byDestination,
	}),
	onDraft('post:retryFailed', 'retry_delivery', {
		arrange: failedPost,
		isAbout: byDestination,
		mayDoNothing: true,
	}),
	{
		...onDraft('assistantTool:call', 'duplicate_post'),
		parameters: (harness) => ({
			toolName: 'duplicate_post',
			argumentsInput: 'json',
			toolArgumentsJson: toolArguments(harness),
		}),
	},
	{
		...onDraft('assistantTool:call', 'edit_post', { isKeyed: false }),
		parameters: (harness, text) => ({
			toolName: 'edit_post',
			argumentsInput: 'json',
			toolArgumentsJson: toolArguments(harness, text),
		}),
	},
	{
		...onDraft('assistantTool:call', 'publish_post'),
		parameters: (harness) => ({
			toolName: 'publish_post',
			argumentsInput: 'json',
			toolArgumentsJson: toolArguments(harness),
		}),
	},
];

function toolArguments(harness: NodeHarness, text?: string): string {
	const textArgument = text === undefined ? '' : `, text: ${text.replace(/^=\{\{|\}\}$/g, '')}`;
	return `={{ JSON.stringify({ workspace_id: ${JSON.stringify(harness.workspaceId)}, post_id: ${UNIT}.postId${textArgument} }) }}`;
}
