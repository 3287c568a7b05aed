import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readLatestMs } from '../../api/readings/times';
import { clock } from '../../shared/clock';
import { ServiceFailure } from '../../shared/failure';
import { firstText } from '../../shared/json';
import { toNodeError } from '../../shared/nodeError';
import { path } from '../../transport/address';
import { connect } from '../../transport/connection';
import { fetchPage, LARGEST_PAGE } from '../../transport/paginate';
import { includeResource } from '../includeResource';
import { eventIdOf } from './digest';
import { toEvent } from './poll';
import { readPollSettings } from './pollSettings';
import { fetchRecord, type ListReader } from './readUntold';
import { accountSection, concerns, mediaSection, postSection, type Section } from './sections';

/** How long somebody in the editor waits for the rate limit or a retry, over all requests. */
const LONGEST_WAIT_MS = 20_000;
/** The latest records that are read by themselves, where a list leaves out what has become of them. */
const MOST_READS = 10;

interface Candidate {
	type: string;
	id: string;
	distinction: Array<string | number>;
	data: IDataObject;
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
		const settings = readPollSettings(functions);
		const connection = {
			...(await connect(functions)),
			waitsUntilMs: clock.now() + LONGEST_WAIT_MS,
		};
		const { workspaceId, workspacePath, types, includesResource } = settings;
		const candidates: Candidate[] = [];
		for (const section of [postSection, mediaSection, accountSection]) {
			if (!concerns(section, types)) continue;
			const request = { purpose: section.purpose, path: `${workspacePath}${path(section.name)}` };
			const { records } = await fetchPage(connection, request, LARGEST_PAGE, undefined);
			for (const record of await complete({ connection, workspacePath }, section, records)) {
				const id = firstText(record.id) ?? '';
				const latestMs = readLatestMs(record) ?? 0;
				const { changes } = section.compare(id, record, undefined);
				candidates.push(
					...changes
						.filter(({ type }) => types.includes(type))
						.map((change) => ({ ...change, id, latestMs })),
				);
			}
		}
		const [latest] = candidates.sort((a, b) => b.latestMs - a.latestMs);
		if (latest === undefined) throw noEvent();
		const { type, id, distinction, data } = latest;
		const event = toEvent(
			eventIdOf(workspacePath, type, id, ...distinction),
			type,
			workspaceId,
			data,
		);
		if (!includesResource) return event;
		return await includeResource({ connection, workspacePath }, { type, envelope: event });
	} catch (error) {
		throw toNodeError(functions, error);
	}
}

/** Replaces the latest records of a list by what the service tells of each, where the list leaves something out. */
async function complete(
	reader: ListReader,
	{ name, untold }: Pick<Section<unknown>, 'name' | 'untold'>,
	records: IDataObject[],
): Promise<IDataObject[]> {
	const latest = [...records].sort((a, b) => (readLatestMs(b) ?? 0) - (readLatestMs(a) ?? 0));
	const unclear = latest.filter((record) => untold?.isTold(record) === false).slice(0, MOST_READS);
	const read = await Promise.all(
		unclear.map(async (record) => {
			const reading = fetchRecord(reader, name, firstText(record.id) ?? '');
			// A record that cannot be read stays as it is listed: another may have an event.
			return { ...record, ...(await reading.catch(() => undefined)) };
		}),
	);
	return [...read, ...records.filter((record) => !unclear.includes(record))];
}

function noEvent(): ServiceFailure {
	return new ServiceFailure(
		'No recent event of the chosen kinds was found',
		'There is nothing to show as a test event. Choose more events, or publish a post and fetch again.',
	);
}
