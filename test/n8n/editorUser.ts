import type { Editor } from './editor';

/** Texts in a form that would stop a user. */
const TRAPS =
	/No data|No results|Error fetching options|is not supported!|There was a problem loading/;

/** A user who goes through the editor by what is on the screen. */
export class EditorUser {
	/** Each is one thing that they clicked, chose from a list or typed. */
	readonly interactions: string[] = [];

	/** @param name of the screenshots, which are numbered */
	constructor(
		private readonly editor: Editor,
		private readonly name: string,
	) {}

	/** @throws if the form then shows something that they stumble over */
	async does(what: string, interact: () => Promise<unknown>): Promise<void> {
		await interact();
		this.interactions.push(what);
		await this.editor.screenshot(`${this.name}-${this.interactions.length}`);
		const form = this.editor.parameters;
		const text = (await form.isVisible()) ? await form.innerText() : '';
		const trap = TRAPS.exec(text)?.[0];
		if (trap !== undefined) throw new Error(`After "${what}", the form shows "${trap}"`);
	}
}
