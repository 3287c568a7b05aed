import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { storeBinary, type NodeRun } from '../../engine';
import { jpeg } from '../../unit/support/files';
import { NodeHarness } from '../../unit/support/nodeHarness';
import { postDialects } from '../../unit/support/postDialects';
import type { Content, PostState } from '../posts/postState';
import { PostWorld } from '../posts/postWorld';
import { ELSEWHERE, type SurroundingsStep } from '../posts/surroundings';
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
export class World extends PostWorld<RunRecord> {
	private readonly items = new Map<number, Content>();
	private isElsewhere = false;

	private constructor(private readonly history: History) {
		super(new NodeHarness(), history.lists);
	}

	static async open(history: History): Promise<World> {
		const world = new World(history);
		await world.start({ dialect: postDialects[history.dialect] });
		for (let number = 0; number < ITEMS; number++) {
			for (const item of [number, number + ELSEWHERE]) {
				const account = world.surroundings.accountId(item, 0);
				world.items.set(item, { text: `item ${number}`, account, picture: 0 });
			}
		}
		return world;
	}

	/** The item with this number in the chosen workspace. */
	here(number: number): number {
		return this.isElsewhere ? number + ELSEWHERE : number;
	}

	switchWorkspace(): void {
		this.isElsewhere = !this.isElsewhere;
	}

	override async changeSurroundings(step: SurroundingsStep): Promise<void> {
		await this.surroundings.change(step, this.here(0));
		for (const [item, content] of this.items) {
			this.items.set(item, { ...content, account: this.surroundings.currentId(content.account) });
		}
	}

	contentOf(item: number): Content {
		const content = this.items.get(item);
		if (content === undefined) throw new Error(`There is no item ${item}`);
		return content;
	}

	correct({ item, what }: CorrectionStep): void {
		const now = this.contentOf(this.here(item));
		this.items.set(this.here(item), {
			...now,
			...(what === 'text' && { text: `item ${item}, version ${this.nextVersion()}` }),
			...(what === 'account' && { account: this.surroundings.otherAccount(now.account) }),
			...(what === 'picture' && { picture: WIDTHS[WIDTHS.indexOf(now.picture) + 1] ?? 40 }),
		});
	}

	/** The item as the step before the node hands it over. Some services drop the spaces around a text. */
	async inputOf(item: number): Promise<INodeExecutionData> {
		const { text, account: id, picture } = this.contentOf(item);
		const account = this.history.accountsBy === 'id' ? id : this.surroundings.nameOf(id);
		const json: IDataObject = { guid: `item ${item % ELSEWHERE}`, title: `${text} \n`, account };
		if (picture === 0) return { json };
		const file = await storeBinary(await jpeg(picture, 30), 'a.jpg', 'image/jpeg');
		return { json, binary: { data: file } };
	}
}
