import { Canvas } from './canvas';
import { TIMEOUT_MS, waitUntil } from './waitUntil';

/** The fields of the open step and of its credential. */
export class Form extends Canvas {
	/**
	 * Opens a resource locator's list and waits for the entries that the node fetches.
	 *
	 * @returns the names in the list
	 */
	async openList(parameterName: string): Promise<string[]> {
		await this.page
			.getByTestId(`resource-locator-${parameterName}`)
			.getByTestId('rlc-input')
			.click();
		await this.listEntries.first().waitFor();
		return await this.listEntries.allInnerTexts();
	}

	/**
	 * Types into the search field of the open list and waits for what the node finds.
	 *
	 * @returns the names in the list
	 */
	async searchList(text: string): Promise<string[]> {
		const answered = this.page.waitForResponse(
			(response) =>
				response.url().includes('resource-locator-results') &&
				response
					.request()
					.postData()
					?.includes(`"filter":${JSON.stringify(text)}`) === true,
		);
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
		await answered;
		await this.listEntries.filter({ hasText: text }).first().waitFor();
		return await this.listEntries.allInnerTexts();
	}

	/** Picks an entry of the open list. */
	async pick(name: string): Promise<void> {
		await this.listEntries.filter({ hasText: name }).first().click();
	}

	/**
	 * Opens a dropdown and waits for the options that the node fetches.
	 *
	 * @returns the names of the options
	 */
	async openDropdown(parameterName: string): Promise<string[]> {
		const dropdown = this.page.getByTestId(`parameter-input-${parameterName}`);
		let patienceMs = 1_000;
		await waitUntil(
			async () => {
				// Options that depend on another field are fetched again when it changes: until then, a click opens nothing.
				await dropdown.click();
				const opened = this.options.first().waitFor({ timeout: (patienceMs *= 2) });
				return (await Promise.allSettled([opened])).every(({ status }) => status === 'fulfilled');
			},
			TIMEOUT_MS,
			`the options of ${parameterName}`,
		);
		return await this.options.allInnerTexts();
	}

	/** Loads the options of a dropdown again, with the menu of its field. */
	async refreshOptions(parameterName: string): Promise<void> {
		await this.page.keyboard.press('Escape');
		const field = this.page.locator('.parameter-item, .parameter-input-list-wrapper > *', {
			has: this.page.getByTestId(`parameter-input-${parameterName}`),
		});
		await field.first().hover();
		await field.first().getByTestId('action-toggle').first().click();
		await this.page.getByTestId('action-refreshOptions').filter({ visible: true }).click();
	}

	/** Chooses an option of the open dropdown, and closes it. */
	async choose(name: string): Promise<void> {
		await this.options.filter({ hasText: name }).first().click();
		await this.page.keyboard.press('Escape');
	}

	/** Opens a resource locator's list and picks an entry. */
	async chooseFromList(parameterName: string, name: string): Promise<void> {
		await this.openList(parameterName);
		await this.pick(name);
	}

	/** Opens a dropdown and chooses an option. */
	async chooseOption(parameterName: string, name: string): Promise<void> {
		await this.openDropdown(parameterName);
		await this.choose(name);
	}

	private get listEntries() {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	private get options() {
		return this.page.getByRole('option').filter({ visible: true });
	}

	async fill(parameterName: string, text: string): Promise<void> {
		await this.page
			.getByTestId(`parameter-input-${parameterName}`)
			.locator('input, textarea')
			.first()
			.fill(text);
	}

	/** Opens the form of a new credential of the open step. */
	async createCredential(): Promise<void> {
		const { page } = this;
		const select = page.getByTestId('node-credentials-select');
		const create = page.getByRole('button', { name: /^Connect to / });
		await select.or(create).first().click();
		if (await select.isVisible())
			await page.getByTestId('node-credentials-select-item-new').click();
		await this.credentialForm.waitFor();
	}

	/** The form of a credential. */
	get credentialForm() {
		return this.page.getByTestId('editCredential-modal');
	}

	/** Fills in a field of the open credential. */
	async fillCredential(field: string, value: string): Promise<void> {
		await this.credentialForm
			.getByTestId(`parameter-input-${field}`)
			.locator('input, textarea')
			.first()
			.fill(value);
	}

	/** Saves the open credential, which tests it. n8n 2 then closes it. */
	async saveCredential(): Promise<void> {
		await this.page.getByTestId('credential-save-button').click();
		const works = this.credentialForm.getByTestId('credentials-config-container-test-success');
		const isSaved = async () => (await this.credentialForm.isHidden()) || (await works.isVisible());
		await waitUntil(isSaved, TIMEOUT_MS, 'the credential to be saved');
	}

	async closeCredential(): Promise<void> {
		await this.credentialForm.getByRole('button', { name: 'Close' }).click();
		await this.credentialForm.waitFor({ state: 'hidden' });
	}

	/** The credential that is selected in the open step. */
	async chosenCredential(): Promise<string> {
		return await this.page.getByTestId('node-credentials-select').locator('input').inputValue();
	}
}
