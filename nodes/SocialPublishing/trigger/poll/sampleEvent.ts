import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { ServiceFailure } from '../../shared/failure';
import { toNodeError } from '../../shared/nodeError';
import { path } from '../../transport/address';
import { connect, type Connection } from '../../transport/connection';
import { fetchPage, LARGEST_PAGE } from '../../transport/paginate';
import { includeResource } from '../includeResource';
import { toFound, toListed, type Found } from './compareListed';
import { isWanted, toEvent } from './poll';
import { readPollSettings, type PollSettings } from './pollSettings';
import { accountSection, concerns, mediaSection, postSection } from './sections';

/** How long somebody in the editor waits for the rate limit or a retry, over all requests. */
const LONGEST_WAIT_MS = 20_000;

interface Candidate extends Found {
	latestMs: number;
}

/**
 * A chosen event that has really happened, for "Fetch Test Event" in the editor: the latest one among the records on the
 * first page of each list.
 *
 * @throws NodeApiError that says so when there is none
 */
export async function sampleEvent(functions: IExecuteFunctions): Promise<IDataObject> {
	try {
		const connection = {
			...(await connect(functions)),
			deadlineMs: clock.now() + LONGEST_WAIT_MS,
		};
		const settings = await readPollSettings(functions, connection);
		const [latest] = await listCandidates(connection, settings);
		if (latest === undefined) throw noEvent();
		const event = toEvent(settings, latest);
		if (!settings.includesResource) return event;
		const request = { connection, workspacePath: settings.workspacePath };
		return await includeResource(request, { type: event.type, envelope: event });
	} catch (error) {
		throw toNodeError(functions, error);
	}
}

/** The chosen events of the records on the first page of each list, latest first. */
async function listCandidates(
	connection: Connection,
	settings: PollSettings,
): Promise<Candidate[]> {
	const { workspacePath, types } = settings;
	const candidates: Candidate[] = [];
	for (const section of [postSection, mediaSection, accountSection]) {
		if (!concerns(section, types)) continue;
		const request = { purpose: section.purpose, path: `${workspacePath}${path(section.name)}` };
		const { records } = await fetchPage(connection, request, LARGEST_PAGE, undefined);
		for (const listed of records.flatMap(toListed)) {
			const { id, record, latestMs = 0 } = listed;
			const { changes } = section.compare(id, record, undefined);
			candidates.push(...changes.map((change) => ({ ...toFound(change, listed), latestMs })));
		}
	}
	return candidates
		.filter((candidate) => isWanted(settings, candidate))
		.sort((a, b) => b.latestMs - a.latestMs);
}

function noEvent(): ServiceFailure {
	return new ServiceFailure(
		'No recent event of the chosen kinds was found',
		'There is nothing to show as a test event. Choose more events or accounts, or publish a post and fetch again.',
	);
}
