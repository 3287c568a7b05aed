import { formatSize, PICTURE_FORMATS } from '../image/report';
import { InputFailure } from '../shared/failure';
import type { NetworkFailure } from '../transport/networkFailure';
import { describeRoute } from './webAddress';

/** The service accepts only videos smaller than this. */
export const VIDEO_SIZE_LIMIT_BYTES = 10_000_000;

/** Larger pictures are refused. */
export const MAX_PICTURE_BYTES = 100_000_000;

/** A file for a post is missing or cannot be used. Nothing was sent for this reason. */
export class FileFailure extends InputFailure {}

/** The advice for a server that does not give the file. */
export const CHECK_ADDRESS =
	'Check that the address leads to the file itself and that opening it requires no login.';
export const LATER = 'Try again later.';

const WEB_PAGE = /^\uFEFF?(?:\s|<!--.*?-->)*<(?:!doctype\s+html|html|head|body)\b/is;

/**
 * The response is neither a picture nor a video. None of it is shown, because it may be confidential.
 *
 * @param start the first bytes of the response
 */
export function notMedia(place: string, status: number, start: Buffer): FileFailure {
	if (start.length === 0) return couldNotDownload(place, 'the response is empty', CHECK_ADDRESS);
	if (WEB_PAGE.test(start.toString('utf8'))) {
		return new FileFailure(
			`The address ${place} leads to a web page, not to a picture or video`,
			"To get the picture's own address, open the page in a browser, right-click the picture and choose 'Copy Image Address'. To use a file in Google Drive, Dropbox or OneDrive, share it with anyone who has the link, and enter that link.",
		);
	}
	return new FileFailure(
		`The file at ${place} is not a picture or video in a known format`,
		`The server responded with status ${status}. Use a ${PICTURE_FORMATS} file, or an MP4 file with H.264 video. ${CHECK_ADDRESS}`,
	);
}

export function tooLargePicture(place: string): FileFailure {
	return new FileFailure(`The picture at ${place} is larger than 100 MB`, 'Use a smaller picture.');
}

export function tooLargeVideo(place: string): FileFailure {
	return new FileFailure(
		`The video at ${place} is too large: the service only accepts videos smaller than ${formatSize(VIDEO_SIZE_LIMIT_BYTES)}`,
		'Shorten or compress it.',
	);
}

/** No usable response arrived, even after several attempts. */
export function brokenDownload(
	address: URL,
	target: URL | undefined,
	{ kind, code }: NetworkFailure,
): FileFailure {
	const { happened, advice } = NETWORK_FAILURES[kind];
	return couldNotDownload(
		describeRoute(address, target),
		happened,
		code === undefined ? advice : `${advice} (code ${code})`,
	);
}

const NETWORK_FAILURES: Record<NetworkFailure['kind'], { happened: string; advice: string }> = {
	dns: { happened: 'its host was not found', advice: 'Check the address.' },
	refused: { happened: 'nothing responds at this address', advice: 'Check the address.' },
	tls: {
		happened: 'the secure connection failed',
		advice:
			'The certificate of the server is invalid or not trusted by n8n. Use another address, or ask your n8n administrator to trust the certificate.',
	},
	timeout: { happened: 'the server did not respond in time', advice: LATER },
	lost: { happened: 'the connection broke before the file was complete', advice: LATER },
	blocked: {
		happened: 'your n8n does not allow requests to this address',
		advice:
			'It blocks addresses in private networks. Ask your n8n administrator to allow the host, or use a public address.',
	},
	// Not for a file at an address, which takes no token.
	renewal: { happened: 'the access could not be renewed', advice: LATER },
	garbled: { happened: 'the response is not valid', advice: LATER },
};

export function couldNotDownload(place: string, reason: string, advice: string): FileFailure {
	return new FileFailure(`Could not download the file at ${place}: ${reason}`, advice);
}
