import { toFileAddress } from '../../../nodes/SocialPublishing/media/webAddress';

const fileAddress = (link: string) => toFileAddress(new URL(link)).href;

const DRIVE = 'https://drive.google.com';
const FILE = '1aB-c_D2';

describe('a link that shares a file leads to the file', () => {
	it.each([
		`/file/d/${FILE}/view?usp=sharing`,
		`/file/d/${FILE}/edit`,
		`/file/u/0/d/${FILE}/preview`,
		`/a/bakery.example/file/d/${FILE}/view`,
		`/open?id=${FILE}&usp=drive_copy`,
		`/u/1/open?id=${FILE}`,
		`/uc?id=${FILE}`,
	])('in Google Drive: %s', (path) => {
		expect(fileAddress(DRIVE + path)).toBe(`${DRIVE}/uc?export=download&id=${FILE}`);
	});

	it('in Google Drive, for a picture that was opened in Google Docs', () => {
		expect(fileAddress(`https://docs.google.com/file/d/${FILE}/edit`)).toBe(
			`${DRIVE}/uc?export=download&id=${FILE}`,
		);
	});

	it('in Google Drive, with the key of an older file', () => {
		expect(fileAddress(`${DRIVE}/file/d/${FILE}/view?resourcekey=0-kEy`)).toBe(
			`${DRIVE}/uc?export=download&id=${FILE}&resourcekey=0-kEy`,
		);
	});

	it.each([
		['/s/abc/bread.jpg', '/s/abc/bread.jpg?dl=1'],
		['/s/abc/bread.jpg?dl=0', '/s/abc/bread.jpg?dl=1'],
		['/scl/fi/abc/b.jpg?rlkey=k&st=s&dl=0', '/scl/fi/abc/b.jpg?rlkey=k&st=s&dl=1'],
	])('in Dropbox: %s', (path, expected) => {
		expect(fileAddress(`https://www.dropbox.com${path}`)).toBe(
			`https://www.dropbox.com${expected}`,
		);
	});

	it.each([
		'https://1drv.ms/i/s!AbC?e=xyz',
		'https://onedrive.live.com/redir?resid=1!2&authkey=!A',
	])('in OneDrive: %s', (link) => {
		const [, share = ''] = /u!([\w-]+)\/root\/content$/.exec(fileAddress(link)) ?? [];
		expect(Buffer.from(share, 'base64url').toString()).toBe(link);
	});

	it('in OneDrive for work or school', () => {
		expect(fileAddress('https://bakery-my.sharepoint.com/:i:/g/personal/ada/Ea1?e=xyz')).toBe(
			'https://bakery-my.sharepoint.com/:i:/g/personal/ada/Ea1?e=xyz&download=1',
		);
	});
});

it.each([
	'https://example.com/file/d/abc/view',
	'https://drive.google.com/drive/folders/abc',
	'https://drive.google.com.example.com/open?id=abc',
	'https://docs.google.com/document/d/abc/edit',
	'https://dl.dropboxusercontent.com/s/abc/bread.jpg',
	'https://www.dropbox.com/home/bread.jpg',
	'https://onedrive.live.com/download?cid=1&resid=1!2&authkey=!A',
	'https://bakery.sharepoint.com/sites/bread/b.jpg',
])('any other address stays as it is: %s', (link) => {
	expect(fileAddress(link)).toBe(link);
});
