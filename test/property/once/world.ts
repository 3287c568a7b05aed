import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { storeBinary, type NodeRun } from '../../engine';
import { FeedHarness } from '../../unit/actions/post/once/feed';
import { jpeg } from '../../unit/support/files';
import { postDialects } from '../../unit/support/postDialects';
import { ACCOUNTS, PostWorld, type Content, type PostState } from '../posts/postWorld';
import { ITEMS, type CorrectionStep, type RunStep, type History } from './history';

/** A run of the node, and what there was at the service after it. */
export interface RunRecord extends Pick<RunStep, 'ask' | 'inLoop' | 'onError' | 'items'> {
	index: number;
	/** What each input item said. */
	contents: Content[];
	/** Of each process that was not killed. */
	ended: NodeRun[];
	isRetry: boolean;
	/** The last of the quiet runs that end a history. */
	isLast: boolean;
	posts: PostState[];
	/** How many events there were by its end. */
	events: number;
}

const WIDTHS = [0, 40, 41];

/** Everything around the node, and the items that it posts once. */
export class World extends PostWorld<RunRecord, FeedHarness> {
	private readonly items: Content[] = [];

	static async open({ dialect, lists }: History): Promise<World> {
		const world = new World(new FeedHarness(), lists);
		await world.start({ dialect: postDialects[dialect] });
		for (let item = 0; item < ITEMS; item++) {
			const account = world.harness.service.accountId(ACCOUNTS[0] ?? '');
			world.items.push({ text: `item ${item}`, account, picture: 0 });
		}
		return world;
	}

	contentOf(item: number): Content {
		const content = this.items[item];
		if (content === undefined) throw new Error(`There is no item ${item}`);
		return content;
	}

	correct({ item, what }: CorrectionStep): void {
		const now = this.contentOf(item);
		this.items[item] = {
			...now,
			...(what === 'text' && { text: `item ${item}, version ${this.nextVersion()}` }),
			...(what === 'account' && { account: this.otherAccount(now.account) }),
			...(what === 'picture' && { picture: WIDTHS[WIDTHS.indexOf(now.picture) + 1] ?? 40 }),
		};
	}

	/** The item as the step before the node hands it over. Some services drop the spaces around a text. */
	async inputOf(item: number): Promise<INodeExecutionData> {
		const { text, account, picture } = this.contentOf(item);
		const json: IDataObject = { guid: `item ${item}`, title: `${text} \n`, account };
		if (picture === 0) return { json };
		const file = await storeBinary(await jpeg(picture, 30), 'a.jpg', 'image/jpeg');
		return { json, binary: { data: file } };
	}
}
