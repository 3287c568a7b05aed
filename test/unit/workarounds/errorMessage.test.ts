import { NodeApiError } from 'n8n-workflow';

import { echo } from '../../engine/tests/fixtures';
import { savedNode } from '../../engine/workflow';

it('n8n still replaces the message of an error with the code of a network error', () => {
	const message = 'Could not publish the post: the service is not reachable';
	const error = new NodeApiError(
		savedNode({ nodeType: echo }, {}),
		{ code: 'ECONNREFUSED' },
		{ message },
	);
	expect(error.message).not.toBe(message);
});
