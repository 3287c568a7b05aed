import type { IDataObject } from 'n8n-workflow';

import { accountLabel, readAccountNames } from '../../api/accountDirectory';
import { readPost } from '../../api/changePost';
import { readDestinationName, readDestinations } from '../../api/postRecords';
import type { Item } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { CancelledFailure } from '../../shared/failure';
import { firstText } from '../../shared/json';
import { RefusedFailure } from '../../transport/errors';

/** Codes that say that the refusal is about the plan rather than an account at its platform. */
const ABOUT_PLAN = /add.?on|plan|subscription|billing|payment|token|credential|workspace/i;

/**
 * For a publication or a retry that the service refuses with status 403: names the accounts that it is about, because
 * one of them may have to be connected again. Any other error is thrown as it is.
 *
 * @param purpose completes "Could not …"
 * @param readTargets the destinations of the command
 */
export function namingAccounts(
	item: Item,
	purpose: string,
	readTargets: () => Promise<IDataObject[]>,
): (error: unknown) => Promise<never> {
	return async (error) => {
		if (!(error instanceof RefusedFailure) || !isAboutAccess(error)) throw error;
		const names = await readNames(item, readTargets).catch((failure: unknown) => {
			if (failure instanceof CancelledFailure) throw failure;
			return [];
		});
		if (names.length === 0) throw error;
		const list = item.connection.redact(names.join(', '));
		const isOne = names.length === 1;
		const message = isOne
			? `Could not ${purpose}: the service does not allow it for the account ${list}`
			: error.message;
		const advice = isOne
			? 'If the account is no longer connected, connect it again in the service.'
			: `If one of these accounts is no longer connected, connect it again in the service: ${list}.`;
		const failure = new RefusedFailure(message, `${advice} ${error.description}`, error.facts);
		failure.isUncertain = error.isUncertain;
		throw failure;
	};
}

/** The destinations of a post, for `namingAccounts`. */
export function targetsOfPost({ connection }: Item, postPath: string, purpose: string) {
	return async (): Promise<IDataObject[]> =>
		readDestinations((await readPost(connection, postPath, purpose)).post);
}

function isAboutAccess({ facts: { status, code = '' } }: RefusedFailure): boolean {
	return status === 403 && !ABOUT_PLAN.test(code);
}

async function readNames(item: Item, readTargets: () => Promise<IDataObject[]>): Promise<string[]> {
	const targets = await readTargets();
	const accounts = await readAccountNames(item.connection, workspacePath(item));
	return targets.map((target) => {
		const account = accounts.get(firstText(target.account_id) ?? '');
		return account === undefined ? readDestinationName(target) : accountLabel(account);
	});
}
