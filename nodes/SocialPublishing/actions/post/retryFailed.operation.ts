import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { THREAD_ADVICE } from '../../api/outcomeFailures';
import { phase } from '../../api/phase';
import { readAcceptedPost, readPost } from '../../api/posts';
import {
	deliveryIn,
	hasDefinitelyFailed,
	isUncertain,
	readDestinationId,
	readDestinationStatus,
} from '../../api/readings/delivery';
import { isIncompleteThread, statesKnownStatus } from '../../api/readings/outcome';
import { isIdleStatus, readDestinations } from '../../api/readings/post';
import { optionsCollection } from '../../properties/commonFields';
import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import { addHint, type Item } from '../../properties/item';
import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { asBoolean, readParameter } from '../../properties/parameters';
import {
	readWaitSettings,
	waitOptionsIfEnabled,
	waitProperty,
	type WaitSettings,
} from '../../properties/waitSettings';
import { UndecidedFailure } from '../../shared/failure';
import { whenKnown, type Operation } from '../operation';
import { toOutput } from '../recordOperations';
import { readDeliveryNames } from './refusals';
import { retryFailedDeliveries } from './retryFailedDeliveries';
import { hasAcceptedRetry } from './retryMemory';
import type { RetryMode } from './sendRetry';
import { outputUnderWay, waitForPost } from './waitForOutcome.operation';

const LABEL = 'I Checked That It Is Not Online';

const checkedPlatformProperty: INodeProperties = {
	displayName: LABEL,
	name: 'checkedPlatform',
	type: 'boolean',
	default: false,
	builderHint: {
		propertyHint: 'Leave this off. Only a person who has looked at the platform may turn it on.',
	},
	description:
		'Whether you have checked the platform and the post is not there. Required to retry a delivery whose outcome is uncertain, because a retry could publish the post twice.',
};

/** How deliveries are tried again, and how long to wait for them. */
export const retryProperties: INodeProperties[] = [
	checkedPlatformProperty,
	waitProperty,
	optionsCollection([...idempotencyOptions, ...waitOptionsIfEnabled()]),
];

export function readRetry(item: Item): { mode: RetryMode; wait: WaitSettings } {
	const wait = readWaitSettings(item);
	const idempotency = readIdempotency(item);
	const checked = readParameter(item, 'checkedPlatform', false);
	return { mode: { idempotency, checkedPlatform: asBoolean(checked, LABEL, false) }, wait };
}

const PURPOSE = 'retry the failed deliveries';
const NOTHING_TO_RETRY = 'No delivery of the post can be retried, so nothing was sent.';

export const retryFailed: Operation = {
	option: {
		name: 'Retry Failed',
		value: 'retryFailed',
		action: 'Retry all failed post deliveries',
		description: 'Retry publishing a post on every account where it failed',
	},
	properties: [workspaceLocator, postLocator, ...retryProperties],

	prepare(item) {
		const postPath = readPostPath(item);
		const { mode, wait } = readRetry(item);
		const { checkedPlatform } = mode;
		return async () => {
			const { connection } = item;
			const { post, etag } = hasAcceptedRetry(item)
				? await readAcceptedPost(connection, postPath)
				: await readPost(connection, postPath, PURPOSE);
			await requireIds(item, post);
			const retried = await retryFailedDeliveries(item, post, mode);
			const describe = async (uncertain: IDataObject[]) =>
				await describeUncertain(item, post, uncertain, checkedPlatform);
			if (retried.length === 0) {
				const uncertain = await describe(unclearDeliveries(post));
				const mayStayUncertain = wait.isEnabled && wait.failOn === 'never';
				if (uncertain !== undefined && !mayStayUncertain) {
					const { unknown, advice } = uncertain;
					const facts = { post, ...(etag !== undefined && { etag }) };
					throw new UndecidedFailure(`Could not ${PURPOSE}: it is ${unknown}`, advice, facts);
				}
				const message = uncertain?.message ?? NOTHING_TO_RETRY;
				addHint(item, message);
				return { ...toOutput({ data: post, etag }), message };
			}
			// The outcome says nothing of the deliveries that were left alone.
			const hintAtUncertain = async (current: IDataObject) => {
				const wasRetried = (each: IDataObject) => checkedPlatform && isUncertain(each);
				const left = stillUnclear(post, current).filter((each) => !wasRetried(each));
				const note = (await describe(left))?.message;
				if (note !== undefined) addHint(item, note);
				return note;
			};
			if (!wait.isEnabled) {
				const current = await readAcceptedPost(connection, postPath);
				const note = await hintAtUncertain(current.post);
				return { ...outputUnderWay(item, { data: current.post, etag: current.etag }), note };
			}
			const request = { postPath, wasJustPublished: true, onlyRetried: true };
			const outcome = waitForPost(item, { ...request, retried }, wait);
			return await whenKnown(outcome, async (output) => ({
				...output,
				note: await hintAtUncertain(output.json),
			}));
		};
	},
};

async function requireIds(item: Item, post: IDataObject): Promise<void> {
	const isNameless = (each: IDataObject) => readDestinationId(each) === undefined;
	const failed = readDestinations(post).filter(hasDefinitelyFailed).filter(isNameless);
	if (failed.length === 0) return;
	const names = failed.map(await readDeliveryNames(item, post)).join(', ');
	throw new UndecidedFailure(
		`Could not ${PURPOSE}: the service did not return the IDs of their destinations`,
		`These deliveries failed: ${names}. Report this to the service's support.`,
		{ post },
	);
}

/** The deliveries of which it is not known whether they have failed: theirs may be other words for it. */
function unclearDeliveries(post: IDataObject): IDataObject[] {
	const now = phase(post);
	const mayHaveFailed = now !== 'published' && !isIdleStatus(now);
	return readDestinations(post).filter(
		(each) => isUncertain(each) || (mayHaveFailed && !statesKnownStatus(each)),
	);
}

/** The deliveries that were unclear, unless the current post shows that they have been resolved. */
function stillUnclear(post: IDataObject, current: IDataObject): IDataObject[] {
	return unclearDeliveries(post).filter((each) => {
		const now = deliveryIn(current, readDestinationId(each) ?? '');
		return now === undefined || isUncertain(now) || !statesKnownStatus(now);
	});
}

interface Uncertain {
	/** Completes "It is". */
	unknown: string;
	advice: string;
	/** Both, in sentences. */
	message: string;
}

async function describeUncertain(
	item: Item,
	post: IDataObject,
	uncertain: IDataObject[],
	checkedPlatform: boolean,
): Promise<Uncertain | undefined> {
	if (uncertain.length === 0) return undefined;
	const names = uncertain.map(await readDeliveryNames(item, post)).join(', ');
	// Earlier attempts have retried them, and the service may have forgotten that.
	const next = checkedPlatform ? 'start a new execution' : `turn on '${LABEL}' to retry`;
	const threads = uncertain.filter((each) => isIncompleteThread(post, each));
	const others = uncertain.filter((each) => isUncertain(each) && !threads.includes(each));
	const unread = uncertain.filter((each) => !isUncertain(each)).map(readDestinationStatus);
	const words = [...new Set(unread)].map((word) =>
		word === undefined ? 'no status' : `"${word}"`,
	);
	const advice = [
		...(others.length > 0 ? [`Check the platform. If the post is not there, ${next}.`] : []),
		...(threads.length > 0 ? [THREAD_ADVICE] : []),
		...(words.length > 0
			? [
					`The service states ${words.join(', ')}. If a delivery has failed, use Post → Retry Delivery.`,
				]
			: []),
	];
	const unknown = `not known whether the post was published on ${names}`;
	return { unknown, advice: advice.join(' '), message: `It is ${unknown}. ${advice.join(' ')}` };
}
