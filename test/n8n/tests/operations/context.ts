import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { OperationInput, OperationResult } from '../../runOperation';
import type { Testbed } from '../../testbed';

/** One operation, run once. */
export interface Step {
	parameters: () => INodeParameters;
	input?: () => OperationInput;
	/** Of the first record that comes out. */
	expected: () => IDataObject;
	/** Keeps what later steps refer to, and looks closer where records do not show all. */
	keep?: (result: OperationResult) => void | Promise<void>;
}

/** A step by `<resource> <operation>`; a colon and what is special about the step may follow. */
export type NamedStep = [string, Step];

/** What steps hand on to later ones, and the parameters that many of them share. */
export function createContext(testbed: () => Testbed, photograph: () => Buffer) {
	const kept = {
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
		kept,
		account,
		to: (name: string) => ({ destinationInput: 'accounts', accountIds: [account(name)] }),
		accountLocator: (name: string) => ({ accountId: locator(account(name)) }),
		post: (id = kept.post) => ({ postId: locator(id) }),
		media: () => ({ mediaId: locator(kept.media) }),
		webhook: () => ({ webhookId: locator(kept.webhook) }),
		keepIdAs: (name: keyof typeof kept) => (result: OperationResult) => {
			kept[name] = firstId(result);
		},
	};
}

export type StepContext = ReturnType<typeof createContext>;

export function firstId({ records }: OperationResult): string {
	return String(records[0]?.id);
}
