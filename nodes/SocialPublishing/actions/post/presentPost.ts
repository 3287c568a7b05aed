import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readAccountNames, type AccountDirectory } from '../../api/accountDirectory';
import { phase } from '../../api/phase';
import { readPost, withEtag } from '../../api/posts';
import { listsDestinations, readPostIn } from '../../api/readings/post';
import {
	lacksNames,
	simplifyPost,
	splitPost,
	splitSimplePost,
	type KnownOfPost,
} from '../../api/simplePost';
import { optionsCollection } from '../../properties/commonFields';
import type { Item, Output } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { asBoolean, readCollection, readId } from '../../properties/parameters';
import { asRequestFailure } from '../../shared/failure';
import { isPassedOn, surrounded, type Operation } from '../operation';
import { postFormProperties, readPostForm, selectFields, type PostForm } from './postForm';

const SPLIT = 'One Item per Account';

export const splitByAccountOption: INodeProperties = {
	displayName: SPLIT,
	name: 'splitByAccount',
	type: 'boolean',
	default: false,
	description: 'Whether to return one item per account instead of one per post',
};

/**
 * An operation that returns posts, with the fields for the form in which it returns them. Every operation that returns posts
 * goes through here.
 *
 * @param readKnownId reads the ID of the post that the operation is about, for responses that omit it
 */
export function presentPosts(
	operation: Operation,
	readKnownId: (item: Item) => string | undefined = () => undefined,
): Operation {
	return {
		...surrounded(operation, (item) => {
			const form = readPostForm(item);
			const isSplit = readSplitByAccount(item);
			const id = readKnownId(item);
			return async (outcome) => {
				if (isPassedOn(outcome)) return outcome;
				const outputs: Output[] = [];
				for (const output of [outcome].flat()) {
					const { extraFields = {}, message, note, wasSent, hidesStatus } = output;
					const known = { id, message, note, wasSent, hidesStatus };
					const records = await presentRecord(item, { form, isSplit }, known, output.json);
					for (const record of records) {
						outputs.push({ ...output, json: { ...extraFields, ...record, ...extraFields } });
					}
				}
				return outputs;
			};
		}),
		properties: withPresentation(operation.properties),
	};
}

/** As `presentPosts`, for operations on one post that return this post. */
export function presentChosenPost(operation: Operation): Operation {
	return presentPosts(operation, (item) => readId(item, 'postId', 'Post'));
}

/** Adds the fields before the options, which stay last. */
function withPresentation(properties: INodeProperties[]): INodeProperties[] {
	const isOptions = ({ name }: INodeProperties) => name === 'options';
	const options = (properties.find(isOptions)?.options ?? []).filter(isField);
	return [
		...properties.filter((property) => !isOptions(property)),
		...postFormProperties,
		optionsCollection([...options, splitByAccountOption]),
	];
}

function isField(
	option: NonNullable<INodeProperties['options']>[number],
): option is INodeProperties {
	return 'type' in option;
}

export function readSplitByAccount(item: Item): boolean {
	return asBoolean(readCollection(item, 'options').splitByAccount, SPLIT, false);
}

async function presentRecord(
	item: Item,
	{ form, isSplit }: { form: PostForm; isSplit: boolean },
	known: KnownOfPost,
	record: IDataObject,
): Promise<IDataObject[]> {
	if (form === 'raw') return isSplit ? splitPost(record) : [record];
	const shown = readPostIn(record);
	if (shown === undefined) return [record];
	const post = await completePost(item, shown, known);
	const accounts: AccountDirectory = lacksNames(post)
		? await readAccountNames(item.connection, workspacePath(item))
		: new Map();
	const simple = simplifyPost(post, accounts, known);
	const records = isSplit ? splitSimplePost(simple, post) : [simple];
	return form === 'simplified' ? records : records.map((each) => selectFields(each, form.fields));
}

/**
 * Adds the post if the response to a command lacks it. For a moment, one that was sent out may still look like a draft: what
 * it was before is no longer true.
 */
async function completePost(
	item: Item,
	shown: IDataObject,
	{ id, message }: KnownOfPost,
): Promise<IDataObject> {
	const isWhole = listsDestinations(shown) || phase(shown) !== 'unknown';
	if (isWhole || id === undefined) return shown;
	const postPath = workspacePath(item, 'posts', id);
	const read = await readPost(item.connection, postPath, 'read the post').catch(asRequestFailure);
	if (read instanceof Error || (message !== undefined && phase(read.post) === 'draft'))
		return shown;
	return { ...shown, ...withEtag(read.post, read.etag) };
}
