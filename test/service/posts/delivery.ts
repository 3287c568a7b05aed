import { SHORTPOST } from '../core/platforms';
import type {
	Account,
	AccountOutcome,
	DeliveryAttempt,
	Destination,
	Post,
	Publication,
} from '../core/records';
import type { Service } from '../core/service';
import { problemsOf } from './readiness';
import { touch } from './revision';

const uncertain = {
	code: 'outcome_unknown',
	message: 'The platform did not confirm the delivery.',
};

/** Starts publishing to destinations; their outcomes follow on the service's clock. */
export function startDelivery(service: Service, post: Post, destinations: Destination[]): void {
	const { clock, settings, state, webhooks } = service;
	post.status = 'publishing';
	touch(service, post);
	webhooks.emit(post.workspaceId, 'post.publishing', { post_id: post.id, status: post.status });
	const atOnce: Delivery[] = [];
	for (const destination of destinations) {
		const account = state.account(post.workspaceId, destination.content.account_id);
		const attempt: DeliveryAttempt = {
			id: state.newId('attempt'),
			destinationId: destination.id,
			accountId: account.id,
			attempt:
				post.history.filter(({ destinationId }) => destinationId === destination.id).length + 1,
			status: 'publishing',
			startedAtMs: clock.now(),
			finishedAtMs: null,
			error: null,
		};
		post.history.push(attempt);
		destination.status = 'publishing';
		destination.error = null;
		const delayMs = account.outcomes[0]?.delayMs ?? settings.outcomeDelayMs;
		const delivery = { post, destination, account, attempt };
		if (delayMs === 0) atOnce.push(delivery);
		else clock.schedule(clock.now() + delayMs, () => endAttempt(service, delivery));
	}
	for (const delivery of atOnce) endAttempt(service, delivery);
}

interface Delivery {
	post: Post;
	destination: Destination;
	account: Account;
	attempt: DeliveryAttempt;
}

function endAttempt(service: Service, { post, destination, account, attempt }: Delivery): void {
	const { clock, webhooks } = service;
	const outcome = outcomeOf(service, post, destination, account);
	destination.status = outcome.status;
	destination.error = outcome.error ?? null;
	destination.publications = publicationsOf(service, destination, account, outcome);
	attempt.status = outcome.status;
	attempt.error = destination.error;
	attempt.finishedAtMs = clock.now();
	touch(service, post);
	webhooks.emit(post.workspaceId, `delivery.${outcome.status}`, {
		post_id: post.id,
		destination_id: destination.id,
		account_id: account.id,
		status: outcome.status,
	});
	if (destination.error?.code === 'reconnect_required') disconnect(service, account);
	if (post.destinations.every(({ status }) => status !== 'publishing')) finish(service, post);
}

/** Readiness is checked again at this point; then the account's configured outcome decides. */
function outcomeOf(
	service: Service,
	post: Post,
	{ content }: Destination,
	account: Account,
): AccountOutcome {
	const [problem] = problemsOf(service, account, content, { sharedText: post.text });
	if (problem) {
		return { status: 'blocked', error: { code: problem.code, message: problem.message } };
	}
	const next = account.outcomes.length > 1 ? account.outcomes.shift() : account.outcomes[0];
	const outcome = next ?? { status: 'published' };
	if (outcome.error || outcome.status === 'published') return outcome;
	const error =
		outcome.status === 'needs_review'
			? uncertain
			: { code: `platform_${outcome.status}`, message: 'The platform refused the post.' };
	return { ...outcome, error };
}

/** The confirmed parts. On the short-post platform, each published thread uses one slot. */
function publicationsOf(
	{ clock, state }: Service,
	{ content }: Destination,
	account: Account,
	outcome: AccountOutcome,
): Publication[] {
	const parts = 1 + (content.options?.thread?.length ?? 0);
	const reviewed = parts > 1 ? (outcome.confirmedParts ?? 1) : 0;
	const confirmed = { published: parts, needs_review: reviewed, failed: 0, blocked: 0 }[
		outcome.status
	];
	if (account.platform === SHORTPOST && confirmed > 0) {
		const used = state.shortpostUsed.get(account.workspaceId) ?? 0;
		state.shortpostUsed.set(account.workspaceId, used + 1);
	}
	return Array.from({ length: confirmed }, () => {
		const id = `${account.platform}-${state.nextSequence()}`;
		const url = `https://${account.platform}.example.com/p/${id}`;
		return { id, url, publishedAtMs: clock.now() };
	});
}

function finish(service: Service, post: Post): void {
	const published = post.destinations.filter(({ status }) => status === 'published').length;
	const all = post.destinations.length;
	post.status = published === all ? 'published' : published > 0 ? 'partial' : 'failed';
	const data = { post_id: post.id, status: post.status };
	service.webhooks.emit(post.workspaceId, `post.${post.status}`, data);
}

/** Disconnects an account, as if its owner had changed the password on the platform. */
export function disconnect({ webhooks }: Service, account: Account): void {
	if (!account.connected) return;
	account.connected = false;
	const data = { account_id: account.id, status: 'reconnect_required' };
	webhooks.emit(account.workspaceId, 'account.reconnect_required', data);
}
