import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import type { FaultAction } from '../../service';
import type { Testbed } from '../testbed';

/** A failure that users meet, and what the error panel shows. */
export interface TypicalError {
	/** Name of the screenshot. */
	name: string;
	/** Makes the failure happen. Returns the parameters of the node, without workspace. */
	provoke: (testbed: Testbed) => Promise<INodeParameters> | INodeParameters;
	/** What differs from a credential that works. */
	credential?: ICredentialDataDecryptedObject;
	/** Puts a text file into the item that reaches the node. */
	hasTextFile?: boolean;
	message: RegExp;
	/** What to do next. */
	advice: RegExp;
}

/** Sets the response of the service to an operation from now on. */
export function answer({ service }: Testbed, operation: string, action: FaultAction): void {
	service.faults.add({ operation, action, times: 50 });
}

export const refusal = (status: number, code: string, message: string) =>
	({ kind: 'status', when: 'before', status, code, message }) satisfies FaultAction;

export const account = ({ service }: Testbed, name = 'Bread on Shortpost') =>
	service.accountId(name);

export const createFor = (name?: string) => (testbed: Testbed) => ({
	resource: 'post',
	operation: 'create',
	text: 'Fresh bread from eight',
	accountIds: [account(testbed, name)],
});

export async function createAndPublish(
	testbed: Testbed,
	name?: string,
	options: INodeParameters = {},
) {
	return { ...createFor(name)(testbed), afterCreate: 'publish', options };
}

/** A draft that somebody made before. */
export async function draft(testbed: Testbed, name?: string) {
	const { service, workspaceId } = testbed;
	const response = await fetch(`${service.baseUrl}/workspaces/${workspaceId.value}/posts`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${service.token}`,
			'content-type': 'application/json',
			'idempotency-key': crypto.randomUUID(),
		},
		body: JSON.stringify({
			text: 'Fresh bread from eight',
			destinations: [{ account_id: account(testbed, name) }],
		}),
	});
	const { data } = Object(await response.json());
	return { __rl: true, mode: 'id', value: String(data.id) };
}

export const getIdentity = { resource: 'identity', operation: 'get' };
