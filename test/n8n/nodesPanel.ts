import type { Page } from 'playwright-core';

/** The panel of n8n's editor from which steps are added. */
export class NodesPanel {
	constructor(readonly page: Page) {}

	/** The form of the open step. */
	get parameters() {
		return this.page.getByTestId('ndv');
	}

	/**
	 * Opens the nodes panel and searches it, like a user who adds a step.
	 *
	 * @param expected a node that the search finds
	 */
	async searchNodes(text: string, expected = text): Promise<string[]> {
		await this.openNodesPanel();
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		const found = this.page.getByTestId('node-creator-item-name');
		await found.filter({ hasText: expected }).first().waitFor();
		return await found.allInnerTexts();
	}

	async openNodesPanel(): Promise<void> {
		await this.page.getByTestId('node-creator-plus-button').first().click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	/** In an empty workflow. */
	get addFirstStep() {
		return this.page.getByTestId('canvas-add-button');
	}

	/** Clicks the plus in an empty workflow, which opens the nodes panel with triggers first. */
	async openFirstStep(): Promise<void> {
		await this.addFirstStep.click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	/** Opens the actions of the node that is open in the nodes panel: n8n hides them where a trigger is to be chosen. */
	async openActions(): Promise<void> {
		await this.page
			.getByTestId('node-creator-category-item')
			.filter({ hasText: /^Actions/ })
			.click();
	}

	/** Clicks the plus after the last step, which opens the nodes panel. */
	async addStep(): Promise<void> {
		await this.page.getByTestId('canvas-handle-plus').last().click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	/** Searches the open nodes panel and presses Enter, which opens the first node that is found. */
	async addFirstFound(text: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		await this.page.getByTestId('node-creator-item-name').first().waitFor();
		await this.page.keyboard.press('Enter');
		await this.page.getByTestId('node-creator-category-item').first().waitFor();
	}

	/** Adds an action of the node that is open in the nodes panel; its form opens. */
	async chooseAction(name: string): Promise<void> {
		await this.action(name).click();
		await this.parameters.waitFor();
	}

	async scrollToAction(name: string): Promise<void> {
		await this.action(name).scrollIntoViewIfNeeded();
	}

	private action(name: string) {
		return this.page.getByTestId('node-creator').getByText(name, { exact: true }).first();
	}

	/** Opens a node from the search results, which shows its triggers and actions. */
	async openFoundNode(name: string): Promise<void> {
		await this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }).click();
		await this.page.getByTestId('node-creator-category-item').first().waitFor();
	}

	/** The whole text of the nodes panel. */
	async panelText(): Promise<string> {
		return await this.page.getByTestId('node-creator').innerText();
	}
}
