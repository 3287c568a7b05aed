import type { INodeProperties } from 'n8n-workflow';

import type { RevisionChoice } from '../api/changePost';
import { InputFailure } from '../shared/failure';
import type { Item } from './item';
import { readParameter, readText } from './parameters';

export const revisionProperties: INodeProperties[] = [
	{
		displayName: 'Revision',
		name: 'revision',
		type: 'options',
		options: [
			{
				name: 'Current',
				value: 'current',
				description: 'Work on the post as it is now',
			},
			{
				name: 'Expected',
				value: 'expected',
				description:
					'Fail without changing anything if the post has changed since an earlier step read it',
			},
		],
		default: 'current',
		description: 'Which revision of the post this applies to',
	},
	{
		displayName: 'ETag',
		name: 'etag',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.etag }}',
		displayOptions: { show: { revision: ['expected'] } },
		description: 'The <code>etag</code> that an earlier step returned, quotes included',
	},
];

export function readRevision(item: Item): RevisionChoice {
	const revision = readParameter(item, 'revision', 'current');
	if (revision === 'current') return { mode: 'current' };
	if (revision !== 'expected') throw new InputFailure('Revision must be current or expected');
	const etag = readText(item, 'etag', 'ETag');
	if (etag.trim() === '') {
		throw new InputFailure(
			'ETag is empty although Revision is Expected',
			'Pass on the etag that an earlier step returned, or set Revision to Current. Nothing was sent.',
		);
	}
	if (!/^[\t\x20-\x7e\x80-\xff]+$/.test(etag)) {
		throw new InputFailure(
			'ETag contains a line break or a character that ETags cannot contain',
			'Pass on the etag exactly as an earlier step returned it. Nothing was sent.',
		);
	}
	return { mode: 'expected', etag };
}
