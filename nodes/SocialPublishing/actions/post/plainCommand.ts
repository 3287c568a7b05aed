import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { call } from '../../transport/call';
import { idempotencyKey, MAIN_STEP } from '../../transport/idempotency';
import type { Operation } from '../operation';
import { toOutput } from '../record';

/** A command on a post that needs nothing but its key; the description gives it no body. */
export function plainCommand(name: 'cancel' | 'duplicate', option: Operation['option']): Operation {
	return {
		option,
		overlaps: false,
		properties: [workspaceLocator, postLocator, optionsCollection(idempotencyOptions)],

		async execute(item) {
			const path = `${readPostPath(item)}/${name}`;
			const command = { path, content: {}, step: MAIN_STEP };
			return toOutput(
				await call(item.connection, {
					purpose: `${name} the post`,
					method: 'POST',
					path,
					json: {},
					idempotencyKey: idempotencyKey(readIdempotency(item), command),
					safety: 'keyed',
					needsRecord: name === 'duplicate',
				}),
			);
		},
	};
}
