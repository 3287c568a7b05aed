import { NodesPanel } from './nodesPanel';

/** Hides what lies over the canvas: buttons, and hints of the editor. */
const ONLY_WORKFLOW = `
	[data-test-id="canvas-controls"], [data-test-id="canvas-wrapper"] ~ *, .vue-flow__minimap,
	[data-test-id="node-creator-plus-button"], [data-test-id="canvas-plus-button"],
	[data-test-id="canvas-handle-plus"], [data-test-id="execute-workflow-button"] { visibility: hidden !important; }`;

const MARGIN_PX = 24;
/** The name and the operation stand below a step. */
const NAME_HEIGHT_PX = 56;

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
		const style = await this.page.addStyleTag({ content: ONLY_WORKFLOW });
		const boxes = await this.page.locator('.vue-flow__node').evaluateAll((elements) =>
			elements.map((element) => {
				const { left, top, right, bottom } = element.getBoundingClientRect();
				return { left, top, right, bottom };
			}),
		);
		const left = Math.min(...boxes.map((box) => box.left)) - MARGIN_PX;
		const top = Math.min(...boxes.map((box) => box.top)) - MARGIN_PX;
		const right = Math.max(...boxes.map((box) => box.right)) + MARGIN_PX;
		const bottom = Math.max(...boxes.map((box) => box.bottom)) + NAME_HEIGHT_PX;
		const clip = { x: left, y: top, width: right - left, height: bottom - top };
		const picture = await this.page.screenshot({ clip });
		await style.evaluate((element) => element.parentElement?.removeChild(element));
		return picture;
	}
}
