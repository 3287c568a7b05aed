import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { saveAltText } from '../../commands/unkeyedCommands';
import { mediaPath, restUpload, waitUntilReady } from '../../api/mediaUpload';
import { readMediaIn, toMediaItem, type MediaItem } from '../../api/readings/media';
import { prepareFile, type PrepareOptions } from '../../media/prepareFile';
import { storeFile } from '../../media/fetchMediaFile';
import { uploadOnce } from '../../media/uploadOnce';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { optionsCollection } from '../../properties/commonFields';
import { asBoolean, asText, readCollection } from '../../properties/parameters';
import { InputFailure } from '../../shared/failure';
import type { Connection } from '../../transport/connection';
import type { Operation } from '../operation';
import { findUpload, uploadSourceProperties } from './uploadSource';

const uploadOptions: INodeProperties[] = [
	{
		displayName: 'Alt Text',
		name: 'altText',
		type: 'string',
		default: '',
		description: 'Text that describes the picture to people who cannot see it',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		description: 'The name to use instead of the original file name',
	},
	{
		displayName: 'Max Height',
		name: 'maxHeight',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1080,
		description: 'The maximum height in pixels, if lower than the limit of the service',
	},
	{
		displayName: 'Max Width',
		name: 'maxWidth',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1080,
		description: 'The maximum width in pixels, if lower than the limit of the service',
	},
	{
		displayName: 'Prepare Image',
		name: 'prepareImage',
		type: 'boolean',
		default: true,
		description:
			'Whether to convert pictures to a JPEG that the service accepts: upright, within the size limits and without metadata',
	},
	{
		displayName: 'Put Prepared Image in Field',
		name: 'preparedBinaryPropertyName',
		type: 'string',
		default: 'prepared',
		hint: 'The name of the output field to put the picture in',
		description: 'Adds the uploaded picture to the output',
	},
	{
		displayName: 'Quality',
		name: 'quality',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 80,
		description:
			'The JPEG quality from 1 to 100, if lower than the service requests. A JPEG that fits and has no metadata keeps its quality.',
	},
	{
		displayName: 'Wait Until Ready',
		name: 'waitUntilReady',
		type: 'boolean',
		default: true,
		description: 'Whether to wait until the file can be used in a post',
	},
];

/** Uploads a picture or video in parts. */
export const uploadMedia: Operation = {
	option: {
		name: 'Upload',
		value: 'upload',
		action: 'Upload picture or video',
		description: 'Upload a picture or video from the input item or a web address',
	},
	runsInParallel: true,
	properties: [workspaceLocator, ...uploadSourceProperties, optionsCollection(uploadOptions)],

	async prepare(item) {
		const { connection } = item;
		const options = readCollection(item, 'options');
		const altText = asText(options.altText, 'Alt Text');
		const shouldWait = asBoolean(options.waitUntilReady, 'Wait Until Ready', true);
		const { field, load } = await findUpload(item, asText(options.fileName, 'File Name').trim());
		const workspace = workspacePath(item);
		const prepareOptions = readPrepareOptions(options);
		const outputName = asText(options.preparedBinaryPropertyName, 'Put Prepared Image in Field');
		return async () => {
			const source = await load();
			const { file, picture } = await prepareFile(item, workspace, source, prepareOptions);
			const target = restUpload(connection, workspace);
			const upload = {
				propertyName: field,
				source,
				workspacePath: workspace,
				settings: prepareOptions,
			};
			let media = await uploadOnce(item, target, upload, file);
			if (shouldWait) media = await waitUntilReady(target, media);
			if (altText !== '') media = await withAltText(connection, workspace, media, altText);
			if (picture === undefined) return { json: media.record };
			const json = { ...media.record, preparation: { ...picture.report } };
			if (outputName === '') return { json };
			const { name, type } = file;
			const binary = await storeFile(item.functions, picture.bytes, name, type);
			return { json, binary: { [outputName]: binary } };
		};
	},
};

async function withAltText(
	connection: Connection,
	workspace: string,
	{ id, record }: MediaItem,
	altText: string,
): Promise<MediaItem> {
	const path = mediaPath(workspace, id);
	const { data } = await saveAltText(connection, path, altText);
	// The response may lack the record, and the one that was read before has no alt text.
	return toMediaItem(id, { ...record, alt: altText, ...readMediaIn(data) });
}

function readPrepareOptions({
	prepareImage,
	maxWidth,
	maxHeight,
	quality,
}: IDataObject): PrepareOptions {
	const asLimit = (value: unknown, label: string) => {
		if (value === undefined || value === '') return undefined;
		const limit = Number(value);
		if (limit >= 1) return limit;
		throw new InputFailure(`'${label}' must be a number of at least 1`);
	};
	return {
		prepareImage: asBoolean(prepareImage, 'Prepare Image', true),
		maxWidth: asLimit(maxWidth, 'Max Width'),
		maxHeight: asLimit(maxHeight, 'Max Height'),
		quality: asLimit(quality, 'Quality'),
	};
}
