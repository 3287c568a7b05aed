import { checkVideo } from '../../../nodes/SocialPublishing/media/checkVideo';
import { countedFile, type FileWork } from './countedFile';

/** Checks a video as the node does before an upload, and returns the work it took. The file is closed at the end. */
export async function checkCounted(bytes: Buffer): Promise<FileWork> {
	const { file, work } = countedFile('clip.mp4', bytes);
	await checkVideo(file).finally(() => expect(work.open).toBe(0));
	return work;
}
