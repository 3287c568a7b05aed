import type { INodeProperties } from 'n8n-workflow';

import { findInputFile, readPropertyNames } from '../../media/inputFile';
import { prepareFile } from '../../media/prepareFile';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { path } from '../../transport/address';
import { call } from '../../transport/call';
import { InputFailure } from '../../transport/failure';
import { readRecord } from '../../transport/readings';
import { uploadFile, waitUntilReady } from '../../transport/upload';
import type { Operation } from '../operation';
import { asText, readCollection, readParameter } from '../parameters';

const uploadOptions: INodeProperties[] = [
	{
		displayName: 'Alt Text',
		name: 'altText',
		type: 'string',
		default: '',
		description: 'Describes the picture for people who cannot see it',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		description: 'Replaces the name of the input file',
	},
	{
		displayName: 'Wait Until Ready',
		name: 'waitUntilReady',
		type: 'boolean',
		default: true,
		description: 'Whether to wait until the file can be used in a post',
	},
];

/** Uploads a picture or video of the input item, part by part. */
export const upload: Operation = {
	option: {
		name: 'Upload',
		value: 'upload',
		action: 'Upload a media file',
		description: 'Upload a picture or video of the input item',
	},
	overlaps: true,
	properties: [
		workspaceLocator,
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the input field that holds the file',
			description: 'The picture or video to upload',
		},
		optionsCollection(uploadOptions),
	],

	async execute(item) {
		const { connection } = item;
		const [propertyName, ...others] = readPropertyNames(
			readParameter(item, 'binaryPropertyName', 'data'),
			'Input Binary Field',
		);
		if (propertyName === undefined || others.length > 0) {
			throw new InputFailure('Input Binary Field must be the name of one binary field, such as data');
		}
		const options = readCollection(item, 'options');
		const altText = asText(options.altText, 'Alt Text');
		const file = await findInputFile(item, propertyName, asText(options.fileName, 'File Name'));
		const prepared = await prepareFile(file);
		const workspace = workspacePath(item);
		let media = await uploadFile(connection, workspace, prepared.upload);
		if (options.waitUntilReady !== false) media = await waitUntilReady(connection, workspace, media);
		if (altText !== '') {
			const answer = await call(connection, {
				purpose: 'save the alt text',
				method: 'PATCH',
				path: `${workspace}${path('media', String(media.id))}`,
				json: { alt: altText },
				safety: 'repeatable',
			});
			media = { ...media, ...readRecord(answer.data) };
		}
		return { json: media };
	},
};
