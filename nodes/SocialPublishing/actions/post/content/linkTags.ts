import type { INodeProperties } from 'n8n-workflow';

import { readAccountNames } from '../../../api/accountDirectory';
import { readReplies } from '../../../api/readings/content';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { asText, readCollection } from '../../../properties/parameters';
import { isRecord } from '../../../shared/json';
import { addLinkParameters } from '../../../shared/text/addLinkParameters';
import type { DestinationBody } from './destinations';
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
		const add = (each: string) => tagText(each, tags, sourceOf(destination));
		return { own: tagOwn(destination, add), shared: text === undefined ? text : add(text) };
	});
	const [first, ...others] = new Set(
		tagged.flatMap(({ own, shared }) => (own.text === undefined ? [shared] : [])),
	);
	if (others.length === 0) {
		return { ...content, text: first ?? text, destinations: tagged.map(({ own }) => own) };
	}
	return {
		...content,
		destinations: tagged.map(({ own, shared }) =>
			own.text === undefined && shared !== undefined ? { ...own, text: shared } : own,
		),
	};
}

function tagOwn(destination: DestinationBody, add: (text: string) => string): DestinationBody {
	const { text, options } = destination;
	const replies = readReplies(options);
	return {
		...destination,
		...(text !== undefined && { text: add(text) }),
		...(replies.length > 0 && { options: { ...options, thread: replies.map(add) } }),
	};
}

async function readSources(
	item: Item,
	{ source }: LinkTags,
): Promise<(destination: DestinationBody) => string> {
	if (source !== '') return () => source;
	const accounts = await readAccountNames(item.connection, workspacePath(item));
	return ({ account_id }) => accounts.get(String(account_id))?.platform ?? 'social';
}

/** A link that somebody has tagged stays as it is. */
const isTagged = (query: string): boolean => /(^|&)utm_/i.test(query);

function tagText(text: string, { medium, campaign, content }: LinkTags, source: string): string {
	const parameters: Array<[string, string]> = [
		['utm_source', source],
		['utm_medium', medium],
		['utm_campaign', campaign],
		['utm_content', content],
	];
	const given = parameters.filter(([, value]) => value !== '');
	return addLinkParameters(text, given, isTagged);
}
