import { CHECK_ADDRESS } from '../../../../nodes/SocialPublishing/media/fileFailure';
import { jpeg } from '../../support/files';
import { CONFIDENTIAL, endless, useDownloads } from './addressDownloads';

const { failureFor } = useDownloads();

describe('a file that is neither a picture nor a video', () => {
	it.each([
		['text/html', `<html>${CONFIDENTIAL}</html>`],
		['image/jpeg', `\uFEFF <!-- ${CONFIDENTIAL} -->\n<!DOCTYPE html><p>${CONFIDENTIAL}`],
	])('is reported as a web page if it is one: %s %s', async (type, body) => {
		const error = await failureFor(() => ({ headers: { 'Content-Type': type }, body }));
		expect(error.message).toMatch(
			/^The address 127\.0\.0\.1:\d+\/a\.jpg leads to a web page, not to a picture or video$/,
		);
		expect(error.description).toContain('Copy Image Address');
		expect(error.description).toContain('Nothing was sent.');
	});

	it.each([
		[
			'image/svg+xml',
			`<svg xmlns="http://www.w3.org/2000/svg"><title>${CONFIDENTIAL}</title></svg>`,
		],
		['application/json', JSON.stringify({ secret: CONFIDENTIAL })],
		['application/pdf', `%PDF-1.7 ${CONFIDENTIAL}`],
	])('is named in the error, which does not show its content: %s %s', async (type, body) => {
		const error = await failureFor(() => ({ headers: { 'Content-Type': type }, body }));
		expect(error.message).toMatch(
			/^The file at 127\.0\.0\.1:\d+\/a\.jpg is not a picture or video in a known format$/,
		);
		expect(error.description).toContain('The server responded with status 200');
		expect(error.description).toContain('Use a JPEG, PNG, WebP, GIF, BMP, TIFF, AVIF or HEIC file');
		expect(error.description).toContain('Nothing was sent.');
	});

	it.each([200, 204])('is reported as empty if it is empty, with status %i', async (status) => {
		const error = await failureFor(() => ({ status, body: '' }));
		expect(error.message).toMatch(/^Could not download the file at .*: the response is empty$/);
	});

	it('is not downloaded beyond its start', async () => {
		const { script, sent } = endless(Buffer.from(`<html>${CONFIDENTIAL}`));
		const error = await failureFor(script);
		expect(error.message).toMatch(/ leads to a web page, not to a picture or video$/);
		await sent.isOver;
		expect(sent.bytes).toBeLessThan(10_000_000);
	});
});

describe('an error of the server', () => {
	it.each([400, 401, 403, 404, 410, 451])(
		'is reported by its status, without the content of the response: %i',
		async (status) => {
			const body = `<html>${CONFIDENTIAL}</html>`;
			const error = await failureFor(() => ({ status, body }));
			expect(error.message).toMatch(
				new RegExp(`^Could not download the file at .*/a.jpg: the server .* status ${status}$`),
			);
		},
	);

	it.each([
		[404, CHECK_ADDRESS],
		[408, 'Try again later.'],
		[429, 'Try again later.'],
		[503, 'Try again later.'],
	])('advises what may help with status %i: %s', async (status, advice) => {
		const error = await failureFor(() => ({ status }));
		expect(error.description).toBe(`Nothing was sent. ${advice}`);
	});

	it('is an error even if the response contains a picture', async () => {
		const body = await jpeg();
		const error = await failureFor(() => ({ status: 404, body }));
		expect(error.message).toMatch(/status 404$/);
	});
});

describe('a redirect', () => {
	it.each(['file:///etc/passwd', 'ftp://127.0.0.1/a.jpg', `data:image/png;base64,${CONFIDENTIAL}`])(
		'to %s is not followed',
		async (Location) => {
			const error = await failureFor(() => ({ status: 302, headers: { Location } }));
			expect(error.message).toMatch(/redirects to something that is not a web address$/);
		},
	);

	it('is followed at most 20 times', async () => {
		let count = 0;
		const error = await failureFor(() => {
			count++;
			return { status: 302, headers: { Location: `/a.jpg?key=${CONFIDENTIAL}` } };
		});
		expect(error.message).toMatch(/redirects more than 20 times$/);
		expect(count).toBe(21);
	});

	it('to a host that does not respond is an error that names this host, but not the path', async () => {
		const Location = `http://127.0.0.1:9/${CONFIDENTIAL}?key=${CONFIDENTIAL}`;
		const error = await failureFor(() => ({ status: 302, headers: { Location } }));
		expect(error.message).toMatch(
			/^Could not download the file at 127\.0\.0\.1:\d+\/a\.jpg, which redirects to 127\.0\.0\.1:9: nothing responds at this address$/,
		);
	});

	it('without a target is an error', async () => {
		const error = await failureFor(() => ({ status: 302 }));
		expect(error.message).toMatch(/status 302$/);
	});
});
