import type { INodeProperties } from 'n8n-workflow';
import { wasSent } from '../../commands/journal';

import { idempotencyOptions } from '../../properties/idempotency';
import { postLocator, workspaceLocator } from '../../properties/locators';
import { optionsCollection, revisionOption } from '../../properties/commonFields';
import { checkLeadTime, readSchedule, scheduleProperties } from '../../properties/schedule';
import { postCommandIdentity } from '../../commands/postCommand';
import type { Operation } from '../operation';
import { readPostTarget } from './postTarget';
import { schedulePost } from './schedulePost';

/**
 * A command that sets the time at which a post goes out.
 *
 * @param notices shown above its fields
 */
export function scheduleCommand(
	name: 'schedule' | 'reschedule',
	option: Operation['option'],
	notices: INodeProperties[] = [],
): Operation {
	return {
		option,
		runsInParallel: false,
		properties: [
			...notices,
			workspaceLocator,
			postLocator,
			...scheduleProperties,
			optionsCollection([...idempotencyOptions, revisionOption]),
		],

		prepare(item) {
			const target = readPostTarget(item);
			const schedule = readSchedule(item);
			const identity = postCommandIdentity(target, name, {});
			const command = { idempotency: target.idempotency, identity };
			// Without a workflow, an earlier call may have scheduled it: that shows on the post.
			const mayBeDone = target.idempotency.scope.hasNoWorkflow === true;
			if (!mayBeDone && !wasSent(item.connection, command)) checkLeadTime(schedule);
			return async () => await schedulePost(item, target, schedule, name);
		},
	};
}
