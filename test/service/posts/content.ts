import { z } from 'zod/v4';

import { invalid, type FieldProblem } from '../core/errors';
import { MAX_THREAD_REPLIES } from '../core/platforms';
import type { Destination, DestinationContent } from '../core/records';
import type { Service } from '../core/service';

/** Options are open: the specification names only `thread`, but platforms have others. */
const options = z.looseObject({
	thread: z.array(z.string().min(1)).max(MAX_THREAD_REPLIES).optional(),
});

const destination = z.strictObject({
	account_id: z.string().min(1),
	text: z.string().optional(),
	media_ids: z.array(z.string().min(1)).optional(),
	options: options.optional(),
});

/** The body of create and validate. */
export const contentInput = {
	text: z.string().optional().describe('Text for every destination that has none of its own'),
	destinations: z.array(destination).min(1),
};

/** The body of edit: any subset of the fields. */
export const changesInput = {
	text: contentInput.text,
	destinations: contentInput.destinations.optional(),
};

/**
 * Throws 422 if an account or media item is not in the workspace, or if an account occurs twice.
 *
 * @param options.readyMedia whether to reject media that is still being processed as well
 */
export function requireKnown(
	{ state }: Service,
	workspaceId: string,
	destinations: DestinationContent[],
	{ readyMedia }: { readyMedia: boolean },
): void {
	const problems: FieldProblem[] = [];
	const seen = new Set<string>();
	destinations.forEach(({ account_id, media_ids = [] }, index) => {
		const field = `destinations.${index}`;
		const account = state.accounts.get(account_id);
		if (account?.workspaceId !== workspaceId || account.isReplaced) {
			problems.push({ field: `${field}.account_id`, message: 'is not an account here' });
		} else if (seen.has(account_id)) {
			problems.push({ field: `${field}.account_id`, message: 'is given twice' });
		}
		seen.add(account_id);
		media_ids.forEach((id, position) => {
			const item = state.media.get(id);
			const message =
				item?.workspaceId !== workspaceId
					? 'is not a media item here'
					: readyMedia && item.status !== 'ready'
						? 'is not ready'
						: undefined;
			if (message) problems.push({ field: `${field}.media_ids.${position}`, message });
		});
	});
	if (problems.length > 0) throw invalid(problems);
}

/** Destinations that have not been delivered yet. */
export function newDestinations(service: Service, contents: DestinationContent[]): Destination[] {
	return contents.map((content) => ({
		id: service.state.newId('destination'),
		content: keptContent(service, content),
		status: 'pending',
		error: null,
		publications: [],
	}));
}

function keptContent({ dialect }: Service, content: DestinationContent): DestinationContent {
	const { text, options = {}, ...rest } = structuredClone(content);
	const kept = dialect.keptOptions(options);
	return { ...rest, ...(text !== undefined && { text: dialect.keptText(text) }), options: kept };
}
