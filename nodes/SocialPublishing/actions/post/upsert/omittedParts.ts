import type { IDataObject } from 'n8n-workflow';

import { partDetail } from '../publishing/details';
import { PARTS, statedParts, type Part } from './parts';
import type { Row, WantedPost } from './row';

/** The facts that show whether the post of a row has parts that its list omits. Pure. */
export function factsAboutParts({ wanted }: Pick<Row, 'wanted'>, omitted: Part[]): string[] {
	return omitted.length === 0
		? []
		: [...new Set([...omitted, ...wantedParts(wanted)])].map(partDetail);
}

/** The parts that the post of a row is sent with. */
function wantedParts(wanted: WantedPost): Part[] {
	return 'creation' in wanted ? wanted.parts : [];
}

/** Whether the list shows every part with which the post of a row was sent. Earlier versions have not recorded the parts. */
export async function isShownInList(row: Row): Promise<boolean> {
	const omitted = row.run.omittedParts(row);
	if (omitted.length === 0) return true;
	const recorded = await row.key.facts.read(factsAboutParts(row, omitted));
	return recorded.size > 0 && !omitted.some((part) => recorded.has(partDetail(part)));
}

/**
 * Call it with a post that was read because its list omits parts, if it has the content of the row. Parts that the post
 * does not state either are not looked for again.
 */
export async function recordShownParts(row: Row, id: string, post: IDataObject): Promise<void> {
	const { key, run, isDryRun, wanted } = row;
	if (isDryRun || run.omittedParts(row).length === 0) return;
	const stated = statedParts([post]);
	const shown = wantedParts(wanted).filter((part) => stated.includes(part));
	await key.facts.record(id, shown.map(partDetail));
	const others = PARTS.filter((part) => !shown.includes(part)).map(partDetail);
	for (const fact of await key.facts.read(others)) await key.facts.drop(fact);
}
