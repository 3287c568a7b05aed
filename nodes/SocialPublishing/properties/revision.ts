import type { INodeProperties } from 'n8n-workflow';

import type { RevisionChoice } from '../commands/revision';
import { InputFailure } from '../shared/failure';
import type { Item } from './item';
import { asText, readCollection } from './parameters';

const LABEL = 'Expected Version (ETag)';

export const revisionOption: INodeProperties = {
	displayName: LABEL,
	name: 'onlyIfUnchangedSince',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.etag }}',
	description:
		'The <code>etag</code> that an earlier step returned, quotes included. If the post is no longer at this version, the node fails and changes nothing.',
};

/** The revision that the user expects. Without the option, the node works on the post as it is at that moment. */
export function readRevision(item: Item): RevisionChoice {
	const options = readCollection(item, 'options');
	if (!('onlyIfUnchangedSince' in options)) return { mode: 'current' };
	const etag = asText(options.onlyIfUnchangedSince, LABEL);
	if (etag.trim() === '') {
		throw new InputFailure(
			`${LABEL} is empty`,
			'Pass on the etag that an earlier step returned, or remove the option.',
		);
	}
	if (!/^[\t\x20-\x7e\x80-\xff]+$/.test(etag)) {
		throw new InputFailure(
			`${LABEL} contains a line break or a character that an etag cannot contain`,
			'Pass on the etag exactly as an earlier step returned it.',
		);
	}
	return { mode: 'expected', etag };
}
