import { jpeg } from '../../unit/support/files';
import { ScriptedServer } from '../../unit/support/scriptedServer';

const pictures = new Map<number, Promise<Buffer>>();

/** A picture of a width. */
export async function pictureOf(width: number): Promise<Buffer> {
	const picture = pictures.get(width) ?? jpeg(width, 30);
	pictures.set(width, picture);
	return await picture;
}

/** A web server with pictures of any width. */
export class PictureHost {
	isDown = false;
	private server: ScriptedServer | undefined;

	async open(): Promise<void> {
		this.server = await ScriptedServer.open(({ path }) => {
			if (this.isDown) return { status: 503 };
			return (response) => {
				void pictureOf(Number(/\d+/.exec(path))).then((bytes) => response.end(bytes));
			};
		});
	}

	async close(): Promise<void> {
		await this.server?.close();
	}

	address(width: number): string {
		return `${this.server?.origin}/${width}.jpg`;
	}
}
