import {
	removeFiles,
	useMedia,
	useNewMedia,
	type Attachment,
} from '../../../nodes/SocialPublishing/media/attachment';
import type { Item } from '../../../nodes/SocialPublishing/properties/item';
import { respondingConnection } from '../support/respondingConnection';

let uploads = 0;

/** A file that commands attach; `begin` counts one that uploads it, `join` one that finds it uploaded. */
function sharedFile() {
	const { connection, requests } = respondingConnection({ status: 204 });
	const functions = { getWorkflowStaticData: () => ({}) };
	const item = { connection, functions } as unknown as Item;
	const mediaId = `media_${++uploads}`;
	const attach = (use: typeof useMedia) => {
		const attachment: Attachment = {
			name: 'bread.jpg',
			file: mediaId,
			workspacePath: '/workspaces/w',
			outlivesExecution: true,
			isOptional: false,
			load: async () => await Promise.reject(new Error('It is uploaded')),
		};
		use(item, attachment, mediaId);
		return { end: async () => await removeFiles(item, [attachment]) };
	};
	return {
		requests,
		removal: `DELETE /workspaces/w/media/${mediaId}`,
		begin: () => attach(useNewMedia),
		join: () => attach(useMedia),
	};
}

describe('a file that several commands use', () => {
	it('is deleted once the last of them has ended without effect', async () => {
		const { requests, removal, begin, join } = sharedFile();
		const commands = [begin(), join(), join()];
		await commands[1]?.end();
		await commands[0]?.end();
		expect(requests).toEqual([]);
		await commands[2]?.end();
		expect(requests).toEqual([removal]);
	});

	it('counts a command that ends twice only once', async () => {
		const { requests, begin, join } = sharedFile();
		const [first] = [begin(), join()];
		await first.end();
		await first.end();
		expect(requests).toEqual([]);
	});

	it('is never deleted if another process uploaded it', async () => {
		const { requests, join } = sharedFile();
		const [first, second] = [join(), join()];
		await first.end();
		await second.end();
		expect(requests).toEqual([]);
	});
});
