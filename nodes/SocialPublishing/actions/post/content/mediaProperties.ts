import type { INodeProperties } from 'n8n-workflow';

import { dropdown } from '../../../properties/commonFields';

const mediaSource: INodeProperties = {
	displayName: 'Media',
	name: 'mediaSource',
	type: 'options',
	options: [
		{
			name: 'None',
			value: 'none',
			description: 'No pictures or videos, unless an account has its own',
		},
		{
			name: 'Files of the Input Item',
			value: 'input',
			description: 'Pictures or videos that an earlier node has downloaded or read',
		},
		{
			name: 'Web Addresses',
			value: 'address',
			description: 'Pictures or videos that this node downloads when it creates the post',
		},
		{
			name: 'Media Library',
			value: 'library',
			description: 'Pictures or videos that were uploaded before',
		},
	],
	default: 'none',
	description: 'Where the pictures or videos of the post come from',
};

export const binaryPropertyNames: INodeProperties = {
	displayName: 'Input Data Field Names',
	name: 'binaryPropertyNames',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The names of the input fields containing the files, separated by commas',
	description: 'Pictures or videos from the input item to upload and attach',
};

export const mediaUrls: INodeProperties = {
	displayName: 'Media URLs',
	name: 'mediaUrls',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. https://example.com/picture.jpg',
	hint: 'One URL per line, or a list',
	description:
		'URLs of the pictures or videos to attach. Pictures can be up to 100 MB; videos must be MP4 files (H.264) below 10 MB.',
};

export const mediaIds = dropdown('getMedia', {
	displayName: 'Library Media',
	name: 'mediaIds',
	type: 'multiOptions',
	default: [],
	description:
		'Files of the media library to attach. An expression can return IDs, separated by commas.',
});

/** The media of every destination without its own media. */
export const mediaProperties: INodeProperties[] = [
	mediaSource,
	{ ...binaryPropertyNames, displayOptions: { show: { mediaSource: ['input'] } } },
	{ ...mediaUrls, displayOptions: { show: { mediaSource: ['address'] } } },
	{ ...mediaIds, displayOptions: { show: { mediaSource: ['library'] } } },
];

export const altTextsOption: INodeProperties = {
	displayName: 'Alt Texts',
	name: 'altTexts',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. A loaf of bread on a wooden board',
	description:
		'Descriptions of the pictures for people who cannot see them: one text for all pictures that this node uploads, or a list with one text per file. Media from the library keep their own.',
};

export const missingMediaOption: INodeProperties = {
	displayName: 'If Media Is Missing',
	name: 'missingMedia',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Without its media, the post is neither created nor changed',
		},
		{
			name: 'Skip the File',
			value: 'skip',
			description: 'The post is saved without the file, and a hint in the output gives the reason',
		},
	],
	default: 'fail',
	description:
		'What to do if a file is missing, cannot be downloaded or is not a usable picture or video. Even with Skip the File, a post with neither text nor media is an error.',
};
