import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readAccountNames } from '../../../api/accountDirectory';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { asText, readCollection } from '../../../properties/parameters';
import { firstText, isRecord } from '../../../shared/json';
import { addLinkParameters } from '../../../shared/text/addLinkParameters';
import type { PostContent } from './postContent';

const tag = (displayName: string, name: string, description: string, placeholder: string) => ({
	displayName,
	name,
	type: 'string' as const,
	default: '',
	placeholder,
	description,
});

export const linkTagsOption: INodeProperties = {
	displayName: 'Link Tags',
	name: 'linkTags',
	type: 'collection',
	placeholder: 'Add Tag',
	default: {},
	description:
		'UTM parameters (utm_source, utm_medium, utm_campaign, utm_content) to add to each link in texts and replies that has none yet',
	options: [
		tag(
			'Campaign',
			'campaign',
			'The campaign that the post belongs to. If empty, the tag is not added.',
			'e.g. spring_sale',
		),
		tag(
			'Content',
			'content',
			'Distinguishes links of the same campaign. If empty, the tag is not added.',
			'e.g. first_post',
		),
		tag('Medium', 'medium', 'The kind of channel. If empty, the medium is social.', 'e.g. social'),
		tag(
			'Source',
			'source',
			'Where the visitor comes from. If empty, the source is the platform of each account.',
			'e.g. newsletter',
		),
	],
};

/** The values of the tags; empty for omitted ones. */
export interface LinkTags {
	source: string;
	medium: string;
	campaign: string;
	content: string;
}

/** Undefined if links stay as they are. */
export function readLinkTags(item: Item): LinkTags | undefined {
	const { linkTags } = readCollection(item, 'options');
	if (!isRecord(linkTags)) return undefined;
	const read = (name: keyof LinkTags, label: string) => asText(linkTags[name], label).trim();
	return {
		source: read('source', 'Source'),
		medium: read('medium', 'Medium') || 'social',
		campaign: read('campaign', 'Campaign'),
		content: read('content', 'Content'),
	};
}

/**
 * Adds the tags to the links of all texts and replies. If the tags differ by account, each account gets its own text. The
 * accounts are read only if their platforms are needed.
 */
export async function tagLinks(
	item: Item,
	content: PostContent,
	tags: LinkTags | undefined,
): Promise<PostContent> {
	const { text, destinations } = content;
	if (tags === undefined || destinations === undefined) return content;
	const sourceOf = await readSources(item, tags);
	const tagged = destinations.map((destination) => {
		const add = <T>(each: T) => tagText(each, tags, sourceOf(destination));
		return { own: tagOwn(destination, add), shared: add(text) };
	});
	const [first, ...others] = new Set(
		tagged.flatMap(({ own, shared }) => (hasText(own) ? [] : [shared])),
	);
	if (others.length === 0) {
		const shared = typeof first === 'string' ? first : text;
		return { ...content, text: shared, destinations: tagged.map(({ own }) => own) };
	}
	return {
		...content,
		destinations: tagged.map(({ own, shared }) => (hasText(own) ? own : { ...own, text: shared })),
	};
}

function tagOwn(destination: IDataObject, add: <T>(text: T) => T | string): IDataObject {
	const { text, options } = destination;
	const { thread } = isRecord(options) ? options : {};
	return {
		...destination,
		...(text !== undefined && { text: add(text) }),
		...(isRecord(options) &&
			Array.isArray(thread) && {
				options: { ...options, thread: thread.map((part) => add(part)) },
			}),
	};
}

function hasText({ text }: IDataObject): boolean {
	return text !== undefined && text !== null;
}

async function readSources(
	item: Item,
	{ source }: LinkTags,
): Promise<(destination: IDataObject) => string> {
	if (source !== '') return () => source;
	const accounts = await readAccountNames(item.connection, workspacePath(item));
	return ({ account_id }) => accounts.get(firstText(account_id) ?? '')?.platform ?? 'social';
}

/** A link that somebody has tagged stays as it is. */
const isTagged = (query: string): boolean => /(^|&)utm_/i.test(query);

function tagText<T>(text: T, { medium, campaign, content }: LinkTags, source: string): T | string {
	if (typeof text !== 'string') return text;
	const parameters: Array<[string, string]> = [
		['utm_source', source],
		['utm_medium', medium],
		['utm_campaign', campaign],
		['utm_content', content],
	];
	const given = parameters.filter(([, value]) => value !== '');
	return addLinkParameters(text, given, isTagged);
}
