import { checkVideo } from '../../../nodes/SocialPublishing/media/checkVideo';
import { box, mp4, track } from '../../corpus/mp4';
import { countWork } from '../image/preparationWork';
import { checkCounted as check } from './checkCounted';
import { countedFile } from './countedFile';

const BOX_HEADER_READS = 5;

/** A video with free boxes of 990 bytes between its first box and the others. */
const withBoxes = (count: number) =>
	Buffer.concat([
		mp4().subarray(0, 20),
		Buffer.alloc(990 * count, box('free', Buffer.alloc(982))),
		mp4({ dataBytes: 1 }).subarray(20),
	]);

describe('checkVideo', () => {
	it('refuses a file that is cut off at any point', async () => {
		const file = mp4({ dataBytes: 200 });
		for (let length = 32; length < file.length; length += 7) {
			await expect(check(file.subarray(0, length))).rejects.toThrow(
				'"clip.mp4" cannot be uploaded',
			);
		}
	});

	it('refuses a file that ends before its stated size', async () => {
		const whole = mp4({ descriptionFirst: true });
		const { file } = countedFile('clip.mp4', whole.subarray(0, -1));
		const attempt = checkVideo({ ...file, sizeBytes: whole.length });
		await expect(attempt).rejects.toThrow('the file is cut off or damaged');
	});

	it('refuses millions of empty boxes, and boxes that are shorter than their header', async () => {
		const start = mp4().subarray(0, 24);
		const empty = Buffer.concat([
			start,
			Buffer.alloc(2_000_000, Buffer.from('\0\0\0\x08free', 'latin1')),
		]);
		const { reads } = await countWork(async () => await expect(check(empty)).rejects.toThrow());
		expect(reads).toBeLessThan(BOX_HEADER_READS * 10_001);
		const negative = Buffer.concat([
			start,
			Buffer.alloc(400, Buffer.from('\0\0\0\x03moov', 'latin1')),
		]);
		await expect(check(negative)).rejects.toThrow('cannot be uploaded');
	});

	it.each([1, 9_997])('reads a video with %i free boxes only once', async (count) => {
		const { openings, readBytes } = await check(withBoxes(count));
		expect(openings).toBe(1);
		expect(readBytes).toBe(withBoxes(count).length);
	});

	it('refuses more boxes than a genuine video has', async () => {
		await expect(check(withBoxes(9_998))).rejects.toThrow('cut off or damaged');
	});

	it('reads a movie box with many tracks in few steps', async () => {
		const empty = Buffer.alloc(3_900_000, box('trak', box('mdia')));
		const { reads } = await countWork(
			async () => await check(mp4({ tracks: [track('vide', 'avc1'), empty] })),
		);
		expect(reads).toBeLessThan(50_000);
	});

	it('refuses a movie box of more than 4,000,000 bytes', async () => {
		const [type, video] = [mp4().subarray(0, 20), track('vide', 'avc1')];
		const description = (contentBytes: number) =>
			box('moov', video, box('free', Buffer.alloc(contentBytes - video.length - 8)));
		const data = box('mdat', Buffer.alloc(1));
		await check(Buffer.concat([type, data, description(4_000_000)]));
		await expect(check(Buffer.concat([type, data, description(4_000_001)]))).rejects.toThrow(
			'cut off or damaged',
		);
	});

	it('refuses a video track without sample descriptions', async () => {
		const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13));
		const tracks = [track('vide', 'avc1'), box('trak', box('mdia', handler))];
		await expect(check(mp4({ tracks }))).rejects.toThrow('cut off or damaged');
	});

	it('passes on the error if the file cannot be read', async () => {
		async function* broken(): AsyncIterable<Buffer> {
			yield mp4().subarray(0, 100);
			throw new Error('no such file');
		}
		const open = async () => await Promise.resolve(broken());
		const file = { name: 'clip.mp4', sizeBytes: mp4().length, open };
		await expect(checkVideo(file)).rejects.toThrow('no such file');
	});
});
