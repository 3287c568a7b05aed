import { NodesPanel } from './nodesPanel';

/** Hides what lies over the canvas. */
const ONLY_WORKFLOW = `
	[data-test-id="canvas-controls"], .vue-flow__minimap, [data-test-id="node-creator-plus-button"],
	[data-test-id="canvas-handle-plus"], div:has(> [data-test-id^="execute-workflow-button"]),
	[data-test-id="workflow-chat-button"] { visibility: hidden !important; }`;

/** Room for the names below the steps, and for what marks a trigger on its left. */
const MARGIN_PX = { side: 56, top: 24, bottom: 56 };

/** The canvas of n8n's editor, which shows the open workflow. */
export class Canvas extends NodesPanel {
	/** The names of the steps. */
	async stepNames(): Promise<string[]> {
		const steps = this.page.getByTestId('canvas-node').and(this.page.locator('[data-node-name]'));
		return await steps.evaluateAll((elements) =>
			elements.flatMap((element) => element.getAttribute('data-node-name') ?? []),
		);
	}

	/** A picture of the workflow, with its notes and nothing around it. */
	async canvasPicture(): Promise<Buffer> {
		await this.page.getByTestId('zoom-to-fit').click();
		// The icons are loaded one after the other.
		await this.page.waitForLoadState('networkidle');
		const style = await this.page.addStyleTag({ content: ONLY_WORKFLOW });
		const boxes = await this.page.locator('.vue-flow__node').evaluateAll((elements) =>
			elements.map((element) => {
				const { left, top, right, bottom } = element.getBoundingClientRect();
				return { left, top, right, bottom };
			}),
		);
		const left = Math.min(...boxes.map((box) => box.left)) - MARGIN_PX.side;
		const top = Math.min(...boxes.map((box) => box.top)) - MARGIN_PX.top;
		const right = Math.max(...boxes.map((box) => box.right)) + MARGIN_PX.side;
		const bottom = Math.max(...boxes.map((box) => box.bottom)) + MARGIN_PX.bottom;
		const clip = { x: left, y: top, width: right - left, height: bottom - top };
		const picture = await this.page.screenshot({ clip, animations: 'disabled' });
		await style.evaluate((element) => element.parentElement?.removeChild(element));
		return picture;
	}
}
