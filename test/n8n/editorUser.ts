import path from 'node:path';
import type { JSHandle } from 'playwright-core';

import type { RunningService } from '../service';
import type { Editor } from './editor';
import type { HostVersion } from './install';

/** Texts in a form that would stop a user. */
const TRAPS =
	/No data|No results|Error fetching options|is not supported!|There was a problem loading/;
/** Everything that a user scrolls, except the input and the output of a step. */
const SCROLLED = ['ndv', 'node-creator'].map((id) => `[data-test-id="${id}"] *:not(textarea)`);
const PANELS = ['ndv-input-panel', 'output-panel'].map((id) => `[data-test-id="${id}"]`);
/** A click scrolls what is nearly visible by itself. */
const LEAST_SCROLL_PX = 60;

/** A user who goes through the editor by what is on the screen. */
export class EditorUser {
	/** One for each click, field typed into and scroll. A choice from a list is two clicks. */
	interactions = 0;
	private pictures = 0;

	/** @param name of the screenshots, which are numbered */
	constructor(
		private readonly editor: Editor,
		private readonly version: HostVersion,
		private readonly name: string,
	) {}

	/**
	 * @param count the clicks, and the fields typed into; scrolls of the form are counted by themselves
	 * @throws if the form then shows something that they stumble over
	 */
	async does(what: string, interact: () => Promise<unknown>, count = 1): Promise<void> {
		const before = await this.scrollPositions();
		await interact();
		const hasScrolled = await before.evaluate(
			(positions, leastPx) =>
				[...positions].some(
					// What has left the page was not scrolled.
					([{ isConnected, scrollTop }, top]) =>
						isConnected && Math.abs(scrollTop - top) >= leastPx,
				),
			LEAST_SCROLL_PX,
		);
		this.interactions += count + (hasScrolled ? 1 : 0);
		await this.editor.screenshot(`${this.name}-${++this.pictures}`);
		const form = this.editor.parameters;
		const text = (await form.isVisible()) ? await form.innerText() : '';
		const trap = TRAPS.exec(text)?.[0];
		if (trap !== undefined) throw new Error(`After "${what}", the form shows "${trap}"`);
	}

	/**
	 * Adds a node to an empty workflow, with one of its actions.
	 *
	 * @param look is called while the actions are shown
	 */
	async addsAction(action: string, look?: () => Promise<void>): Promise<void> {
		const { editor } = this;
		await this.finds();
		await this.does('open the actions', async () => await editor.openActions());
		await look?.();
		await this.does('look for the action', async () => await editor.scrollToAction(action), 0);
		await this.does('choose the action', async () => await editor.chooseAction(action));
	}

	async addsTrigger(trigger: string): Promise<void> {
		await this.finds();
		await this.does('choose the trigger', async () => await this.editor.chooseAction(trigger));
	}

	private async finds(): Promise<void> {
		const { editor } = this;
		await editor.openEmptyWorkflow();
		await this.does('click Add first step', async () => await editor.openFirstStep());
		await this.does('search, press Enter', async () => await editor.addFirstFound('social pub'));
	}

	/** Types a new credential for the open step, with the address as people copy it. */
	async connects({ baseUrl, token }: RunningService): Promise<void> {
		const { editor } = this;
		const address = baseUrl.replace('http://', '').replace('/api/v1', '');
		const hasList = this.version === 1;
		await this.does('new credential', async () => await editor.createCredential(), hasList ? 2 : 1);
		await this.does('enter the address', async () => {
			await editor.fillCredential('baseUrl', address);
		});
		await this.does('paste the token', async () => await editor.fillCredential('apiToken', token));
		await this.does('save it', async () => await editor.saveCredential());
		// n8n 2 closes it.
		if (this.version === 1) await this.does('close it', async () => await editor.closeCredential());
	}

	/** @param example a file in `examples` */
	async imports(example: string): Promise<void> {
		await this.editor.openEmptyWorkflow();
		const file = path.join(__dirname, '..', '..', 'examples', example);
		await this.does(`import ${example}`, async () => await this.editor.importFile(file), 3);
	}

	/** n8n 2 saves by itself. */
	async saves(): Promise<void> {
		const count = this.version === 1 ? 1 : 0;
		await this.does('save the workflow', async () => await this.editor.saveWorkflow(), count);
	}

	async opens(step: string): Promise<void> {
		await this.does(`open ${step}`, async () => await this.editor.openNode(step));
	}

	async closesStep(): Promise<void> {
		await this.does('close the step', async () => await this.editor.closeNode());
	}

	async chooses(parameter: string, option: string): Promise<void> {
		const choose = async () => await this.editor.chooseOption(parameter, option);
		await this.does(`choose ${option} as ${parameter}`, choose, 2);
	}

	/** Chooses from a list that can be searched. */
	async picks(parameter: string, name: string): Promise<void> {
		const pick = async () => await this.editor.chooseFromList(parameter, name);
		await this.does(`choose ${name} as ${parameter}`, pick, 2);
	}

	async types(parameter: string, text: string): Promise<void> {
		await this.does(`type ${parameter}`, async () => await this.editor.fill(parameter, text));
	}

	private async scrollPositions(): Promise<JSHandle<Map<Element, number>>> {
		return await this.editor.page.evaluateHandle(
			([scrolled, panels]) =>
				new Map(
					Array.from(document.querySelectorAll(scrolled))
						.filter((element) => element.closest(panels) === null)
						.map((element) => [element, element.scrollTop]),
				),
			[SCROLLED.join(), PANELS.join()] as const,
		);
	}
}
