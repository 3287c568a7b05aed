import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

import { launchChromium } from './chromium';
import { Form } from './form';
import type { N8nClient } from './n8nClient';
import { TIMEOUT_MS, waitUntil } from './waitUntil';

/** n8n's editor in a real browser, logged in as the user of that n8n. */
export class Editor extends Form {
	private constructor(
		page: Page,
		private readonly context: BrowserContext,
		private readonly n8n: Pick<N8nClient, 'url'>,
		private readonly folders: { profile: string; screenshots: string },
	) {
		super(page);
	}

	/** @throws with installation instructions if Chromium is missing */
	static async open(n8n: N8nClient, screenshotFolder: string): Promise<Editor> {
		mkdirSync(screenshotFolder, { recursive: true });
		const { context, profileFolder } = await launchChromium();
		const page = context.pages()[0] ?? (await context.newPage());
		const folders = { profile: profileFolder, screenshots: screenshotFolder };
		const editor = new Editor(page, context, n8n, folders);
		// The page for logging in would load the editor once more, which takes many seconds of CPU time.
		await context.addCookies(n8n.rest.cookies.map((each) => ({ ...each, url: n8n.url })));
		return editor;
	}

	async openWorkflow(workflowId: string): Promise<void> {
		await this.page.goto(`${this.n8n.url}/workflow/${workflowId}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	async openEmptyWorkflow(): Promise<void> {
		await this.page.goto(`${this.n8n.url}/workflow/new`);
		await this.addFirstStep.waitFor();
	}

	/** Opens a step of the open workflow. */
	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-node-name="${name}"]`).first().dblclick();
		await this.parameters.waitFor();
	}

	/**
	 * Creates a credential for the open step and connects it through OAuth, which opens a window of the service.
	 *
	 * @param field the only required field
	 * @param consent what the user does in that window, which then closes automatically
	 */
	async connectByOAuth(
		field: string,
		value: string,
		consent: (window: Page) => Promise<void>,
	): Promise<void> {
		const { page, credentialForm: dialog } = this;
		await this.createCredential();
		await this.fillCredential(field, value);
		const opened = page.waitForEvent('popup');
		await dialog
			.getByTestId('oauth-not-connected-banner')
			.or(dialog.getByTestId('oauth-connect-button'))
			.getByRole('button')
			.first()
			.click();
		const window = await opened;
		const closed = window.waitForEvent('close');
		await consent(window);
		await closed;
		const close = dialog.getByRole('button', { name: 'Close' });
		const isClosed = async () => {
			await close.click({ timeout: 3_000 }).catch(() => undefined); // It may close by itself.
			return await dialog.isHidden();
		};
		await waitUntil(isClosed, TIMEOUT_MS, 'the credential to be closed');
	}

	async closeNode(): Promise<void> {
		await this.page
			.getByTestId('ndv-close-button')
			.or(this.page.getByTestId('back-to-canvas'))
			.first()
			.click();
		await this.parameters.waitFor({ state: 'hidden' });
	}

	/** Chooses a file in the menu of the workflow. */
	async importFile(file: string): Promise<void> {
		await this.page.getByTestId('workflow-menu').click();
		const fromFile = this.page.getByRole('menuitem', { name: /from file/i });
		const group = this.page.getByRole('menuitem', { name: 'Import', exact: true });
		await fromFile.or(group).first().waitFor();
		if (!(await fromFile.isVisible())) await group.hover();
		const chooser = this.page.waitForEvent('filechooser');
		await fromFile.click();
		await (await chooser).setFiles(file);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Saves the open workflow in n8n 1, or waits until n8n 2 has saved it. */
	async saveWorkflow(): Promise<void> {
		const { page } = this;
		const save = page.getByTestId('workflow-save-button').getByRole('button');
		if (await save.isVisible()) await save.click();
		const isSaved = () => !page.url().includes('new');
		await waitUntil(isSaved, TIMEOUT_MS, 'the workflow to be saved');
	}

	/** Executes the open step and waits for its output. */
	async executeStep(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
		await this.page.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
	}

	/** Executes the open workflow, whose only trigger is a click, and waits for its end. */
	async executeWorkflow(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').click();
		await this.page.getByText('Workflow executed successfully').first().waitFor();
		await this.closeNotifications();
	}

	/** Closes the messages that n8n shows in a corner. */
	async closeNotifications(): Promise<void> {
		const notifications = this.page.locator('.el-notification');
		const close = this.page.locator('.el-notification__closeBtn').first();
		const areClosed = async () => {
			if ((await notifications.count()) === 0) return true;
			await close.click({ timeout: 3_000 }).catch(() => undefined); // It may close by itself.
			return false;
		};
		await waitUntil(areClosed, TIMEOUT_MS, 'the messages to be closed');
	}

	/** @returns the file's path */
	async screenshot(name: string): Promise<string> {
		const file = path.join(this.folders.screenshots, `${name}.png`);
		await this.page.screenshot({ path: file });
		return file;
	}

	async close(): Promise<void> {
		await this.context.close();
		rmSync(this.folders.profile, { recursive: true, force: true });
	}
}
