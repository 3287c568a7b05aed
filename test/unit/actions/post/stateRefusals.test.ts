import type { INodeParameters } from 'n8n-workflow';

import type { FaultAction } from '../../../service/faults';
import { useNodeHarness } from '../../support/nodeHarness';
import { draft, inHours } from '../createRecords';

/** The service may refuse a command because of the state of the post. Then there is no value to correct. */

const harness = useNodeHarness();

const later = () => inHours(harness, 1);
const fields: Record<string, () => INodeParameters> = {
	publish: () => ({ waitForOutcome: false }),
	schedule: () => ({ scheduledAt: later() }),
	update: () => ({ updateFields: { text: 'Fresh bread' } }),
	cancel: () => ({}),
	delete: () => ({}),
};

async function refused(command: string, refusal: Partial<FaultAction & { kind: 'status' }>) {
	const { postId } = await draft(harness);
	const operation = `${command === 'update' ? 'edit' : command}_post`;
	const action = { kind: 'status', when: 'before', status: 422, ...refusal } as const;
	harness.service.faults.add({ operation, action });
	const { error } = await harness.run('post', command, { postId, ...fields[command]?.() });
	return `${error?.message}. ${error?.description}`;
}

const NOT_ALLOWED = 'its current state does not allow it';

it.each([
	['publish', 422, 'unprocessable', 'No.', NOT_ALLOWED],
	['cancel', 422, 'unprocessable', 'No.', NOT_ALLOWED],
	['delete', 422, 'unprocessable', 'No.', NOT_ALLOWED],
	['publish', 422, 'post_published', 'No.', 'the post is already published'],
	['schedule', 422, 'already_published', 'No.', 'the post is already published'],
	['schedule', 400, 'invalidState', 'No.', NOT_ALLOWED],
	['schedule', 422, 'invalid', 'Only drafts can be scheduled.', NOT_ALLOWED],
	['update', 422, 'invalid', 'Published posts cannot be edited.', NOT_ALLOWED],
	['update', 422, 'post_status_invalid', 'No.', NOT_ALLOWED],
	['update', 423, 'odd', 'No.', NOT_ALLOWED],
	['update', 409, 'post_not_editable', 'No.', NOT_ALLOWED],
])('%s, refused with %s %s (%s), is not about a value', async (...refusal) => {
	const [command, status, code, message, happened] = refusal;
	const text = await refused(command, { status, code, message });
	expect(text).toContain(`Could not ${command} the post: ${happened}`);
	expect(text).toContain('Read it again to see its state.');
	expect(text).not.toContain('Correct the value');
	expect(text).toContain(`The service says: "${message}`);
});

it.each([
	['schedule', 422, 'validation_failed', 'The time of a scheduled post must be in the future.'],
	['update', 400, 'invalid_request', 'The text is too long.'],
	['publish', 400, 'invalid_request', 'The ID is malformed.'],
])('%s, refused with %s %s (%s), is about a value', async (command, status, code, message) => {
	const text = await refused(command, { status, code, message });
	expect(text).toContain('the service rejected the input');
	expect(text).toContain('Correct the value and try again.');
});
