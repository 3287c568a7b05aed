import type { INodeProperties } from 'n8n-workflow';

import { downloadAddress } from '../../media/downloadAddress';
import { FileFailure } from '../../media/fileFailure';
import { findInputFile, type SourceFile } from '../../media/sourceFile';
import { parseWebAddress } from '../../media/webAddress';
import type { Item } from '../../properties/item';
import { asChoice, readParameter, readPropertyNames, readText } from '../../properties/parameters';
import { InputFailure } from '../../shared/failure';

/**
 * Neither of the dependent fields is `required`: if the source is an expression, n8n takes them for visible, in other operations
 * with a field of this name, too, and refuses to run the workflow.
 */
export const uploadSourceProperties: INodeProperties[] = [
	{
		displayName: 'Media',
		name: 'mediaSource',
		type: 'options',
		options: [
			{
				name: 'File of the Input Item',
				value: 'input',
				description: 'A picture or video that an earlier node has downloaded or read',
			},
			{
				name: 'Web Address',
				value: 'address',
				description: 'A picture or video that this node downloads',
			},
		],
		default: 'input',
		description: 'Where the picture or video comes from',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		hint: 'The name of the input field containing the file',
		description: 'The picture or video to upload',
		displayOptions: { show: { mediaSource: ['input'] } },
	},
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/picture.jpg',
		description:
			'The web address of the picture or video to upload. It may be a link that shares a file of Google Drive, Dropbox or OneDrive.',
		displayOptions: { show: { mediaSource: ['address'] } },
	},
];

/** The file to upload. */
interface Upload {
	/** The name of its field, in the input item or of the node. */
	field: string;
	load: () => Promise<SourceFile>;
}

/**
 * Finds the file of the input item. A file at a web address is downloaded later.
 *
 * @param fileName replaces the file's own name, unless empty
 * @throws InputFailure if there is none
 */
export async function findUpload(item: Item, fileName: string): Promise<Upload> {
	const chosen = readParameter(item, 'mediaSource', 'input');
	const mediaSource = asChoice(chosen, ['input', 'address'], 'Media');
	if (mediaSource === 'address') {
		const address = parseWebAddress(readText(item, 'mediaUrl', 'Media URL').trim());
		if (address === undefined) {
			throw new FileFailure(
				"'Media URL' does not start with http:// or https://",
				'Enter a complete web address.',
			);
		}
		const load = async () => {
			const file = await downloadAddress(item.connection, address);
			return fileName === '' ? file : { ...file, name: fileName };
		};
		return { field: 'mediaUrl', load };
	}
	const label = 'Input Data Field Name';
	const names = readPropertyNames(readParameter(item, 'binaryPropertyName', 'data'), label);
	const [field, ...others] = names;
	if (field === undefined || others.length > 0) {
		throw new InputFailure(`'${label}' must be the name of one field, such as data`);
	}
	const source = await findInputFile(item, field, fileName);
	return { field, load: async () => source };
}
