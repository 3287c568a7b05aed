import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { OperationInput, OperationResult } from '../../runOperation';
import type { Testbed } from '../../testbed';

/** One run of an operation. */
export interface Step {
	parameters: () => INodeParameters;
	input?: () => OperationInput;
	/** Fields of the first output record. */
	expected: () => IDataObject;
	/** Saves what later steps need, and checks what is not in the records. */
	afterwards?: (result: OperationResult) => void | Promise<void>;
}

/** A step named `<resource> <operation>`, optionally followed by a colon and a remark. */
export type NamedStep = [string, Step];

/** What steps pass on to later ones, and the parameters that many of them share. */
export function createContext(testbed: () => Testbed, photograph: () => Buffer) {
	const saved = {
		post: '',
		etag: '',
		scheduled: '',
		destination: '',
		media: '',
		webhook: '',
		delivery: '',
	};
	const locator = (value: string) => ({ __rl: true, mode: 'id', value });
	const account = (name: string) => testbed().service.accountId(name);
	return {
		testbed,
		photograph,
		saved,
		account,
		to: (name: string) => ({ destinationInput: 'accounts', accountIds: [account(name)] }),
		accountLocator: (name: string) => ({ accountId: locator(account(name)) }),
		post: (id = saved.post) => ({ postId: locator(id) }),
		media: () => ({ mediaId: locator(saved.media) }),
		webhook: () => ({ webhookId: locator(saved.webhook) }),
		saveIdAs: (name: keyof typeof saved) => (result: OperationResult) => {
			saved[name] = firstId(result);
		},
	};
}

export type StepContext = ReturnType<typeof createContext>;

export function firstId({ records }: OperationResult): string {
	return String(records[0]?.id);
}
