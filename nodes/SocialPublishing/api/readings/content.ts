import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../shared/json';
import { listsDestinations, readDestinations, readMediaIds, type PostLike } from './post';

/** What a post, or the body of a command, says on one account. What the record does not state is undefined. */
export interface DestinationContent {
	accountId: string | undefined;
	/** The text of its own as in the record: null or empty if there is none. */
	ownText: IDataObject[string];
	/** The text on the account: its own, else the shared one. */
	text: string | undefined;
	/** The platform options, with the replies in `thread`. */
	options: IDataObject | undefined;
	replies: string[];
	/** The IDs of its media: those listed for the account, else for the post. */
	mediaIds: string[];
	/** The media as listed for the account; null if the record only says that there are none. */
	ownMedia: unknown[] | null | undefined;
}

/** What a post, or the body of a command, says on its accounts. */
export interface Content {
	/** The shared text. */
	text: string | undefined;
	/** As `ownMedia`, for all accounts. */
	media: unknown[] | null | undefined;
	/** Whether the record lists the accounts, even if there are none. */
	listsDestinations: boolean;
	destinations: DestinationContent[];
}

/** Reads the content of a post or of the body of a command: the only place that knows its fields. Pure. */
export function readContent(post: PostLike): Content {
	return {
		text: statedText(post.text),
		media: listedMedia(post),
		listsDestinations: listsDestinations(post),
		destinations: readDestinations(post).map((destination) => {
			const { account_id, text, options } = destination;
			return {
				accountId: firstText(account_id),
				ownText: text,
				text: firstText(text) ?? statedText(post.text) ?? statedText(text),
				options: optionsOf(options),
				replies: readReplies(options),
				mediaIds: readMediaIds(post, destination),
				ownMedia: listedMedia(destination),
			};
		}),
	};
}

/** Unlike for `firstText`, an empty text is one. */
function statedText(value: unknown): string | undefined {
	return value === '' ? value : firstText(value);
}

function optionsOf(options: unknown): IDataObject | undefined {
	if (options === undefined) return undefined;
	return isRecord(options) ? options : {};
}

/** The replies in the options of a destination. */
export function readReplies(options: unknown): string[] {
	const thread = isRecord(options) ? options.thread : undefined;
	return Array.isArray(thread) ? thread.map((reply) => firstText(reply) ?? '') : [];
}

function listedMedia({ media_ids, media }: PostLike): unknown[] | null | undefined {
	const list = [media_ids, media].find((each) => Array.isArray(each));
	return list ?? (media_ids === null || media === null ? null : undefined);
}

/**
 * The text to show for a post; undefined if it has none.
 *
 * @param destination whose text it is to be; without it, the shared text, else the first that belongs to an account
 */
export function readShownText(post: IDataObject, destination?: IDataObject): string | undefined {
	const holders = destination ? [destination, post] : [post, ...readDestinations(post)];
	const texts = holders.map(({ text }) => firstText(text));
	return texts.find((text) => text !== undefined && text.trim() !== '');
}
