import { detectFile } from '../../../nodes/SocialPublishing/image/formats/picture';
import { box, mp4 } from '../../corpus/mp4';
import { scene } from '../../corpus/scene';

it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
	'detectFile recognizes %s',
	async (format) => {
		expect(detectFile(await (await scene(16, 16)).toFormat(format).toBuffer())).toBe(format);
	},
);

const isoFile = (brands: string) => {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(8 + brands.length);
	return Buffer.concat([length, Buffer.from(`ftyp${brands}`, 'latin1'), Buffer.alloc(64)]);
};

it.each([
	['an iPhone photo', isoFile('heic\0\0\0\0mif1MiHEheic'), 'heic'],
	['a HEIC with a generic major brand', isoFile('mif1\0\0\0\0mif1heic'), 'heic'],
	['a sequence of HEIC pictures', isoFile('hevc\0\0\0\0msf1hevc'), 'heic'],
	['an AVIF with a generic major brand', isoFile('mif1\0\0\0\0avifmif1'), 'avif'],
	['another still picture', isoFile('mif1\0\0\0\0mif1vvic'), 'unknown'],
	['a HEIC that names no other brand', isoFile('heic\0\0\0\0'), 'heic'],
	['a sequence of AVIF pictures', isoFile('avis\0\0\0\0msf1'), 'avif'],
	['a still picture whose version looks like a brand', isoFile('mif1heicmif1'), 'unknown'],
	[
		'a still picture with a brand after the brands',
		Buffer.concat([isoFile('mif1\0\0\0\0mif1').subarray(0, 20), Buffer.from('heic')]),
		'unknown',
	],
	['a still picture with half a brand', isoFile('mif1\0\0\0\0he').fill('ic', 18, 20), 'unknown'],
	['an MP4', mp4(), 'mp4'],
	['an MP4 of an unknown major brand', isoFile('abcd\0\0\0\0abcdisom'), 'mp4'],
	['a file of unknown brands', isoFile('abcd\0\0\0\0abcdiso mp43isom'.slice(0, 20)), 'unknown'],
	[
		'a movie of unknown brands',
		Buffer.concat([isoFile('abcd\0\0\0\0').subarray(0, -64), box('moov')]),
		'otherVideo',
	],
	[
		'a still picture of unknown brands',
		Buffer.concat([isoFile('abcd\0\0\0\0').subarray(0, -64), box('meta')]),
		'unknown',
	],
	['text that looks like a box', Buffer.from('the free lunch'), 'unknown'],
	['a QuickTime movie', isoFile('qt  \0\0\0\0qt  '), 'otherVideo'],
	['an audio file', isoFile('M4A \0\0\0\0M4A mp42isom'), 'otherVideo'],
	['a raw photo', isoFile('crx \0\0\0\x01crx isom'), 'unknown'],
	['WebM', Buffer.from('1a45dfa3934282', 'hex'), 'otherVideo'],
	['a sound', Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'), 'unknown'],
	['AVI', Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1'), 'otherVideo'],
	['an old GIF', Buffer.from('GIF87a'), 'gif'],
	['a TIFF of the other order', Buffer.from('MM\0*'), 'tiff'],
	['Flash video', Buffer.from('FLV\x01'), 'otherVideo'],
	['Ogg', Buffer.from('OggS'), 'otherVideo'],
	['Windows Media', Buffer.from('3026b2758e66cf11', 'hex'), 'otherVideo'],
	['an MPEG program stream', Buffer.from('000001ba', 'hex'), 'otherVideo'],
	['MPEG video', Buffer.from('000001b3', 'hex'), 'otherVideo'],
	['an old QuickTime movie', Buffer.from('\0\0\0\x08wide'), 'otherVideo'],
	['a QuickTime movie that starts with its moov box', Buffer.from('\0\0\0\x08moov'), 'otherVideo'],
	['a QuickTime movie that starts with its mdat box', Buffer.from('\0\0\0\x08mdat'), 'otherVideo'],
	['text that starts with BM', Buffer.from('BMW builds cars and more'), 'unknown'],
	['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unknown'],
	['nothing', Buffer.alloc(0), 'unknown'],
	['one byte', Buffer.from([0xff]), 'unknown'],
	['a cut-off brand', Buffer.from('\0\0\0\x18ftyp', 'latin1'), 'unknown'],
])('detectFile identifies %s by its content', (_name, head, kind) => {
	expect(detectFile(head)).toBe(kind);
});

it.each('isom iso9 mp41 mp42 avc1 M4V_ M4VH M4VP MSNV dash f4v_ cmfc XAVC ndsm mmp4'.split(' '))(
	'detectFile recognizes an MP4 by the brand %s',
	(brand) => {
		expect(detectFile(isoFile(`${brand.replace('_', ' ')}\0\0\0\0`))).toBe('mp4');
	},
);

it.each('qt__ 3g2a 3ge6 3gg6 3gp4 3gr6 3gs6 M4A_ M4B_'.split(' '))(
	'detectFile recognizes another medium by the brand %s, although MP4 players can open it',
	(brand) => {
		const file = isoFile(`${brand.replaceAll('_', ' ')}\0\0\0\0isom`);
		expect(detectFile(file)).toBe('otherVideo');
	},
);

it.each('styp sidx moof pdin pnot free skip uuid'.split(' '))(
	'detectFile recognizes a movie that starts with its %s box',
	(type) => {
		expect(detectFile(box(type, Buffer.alloc(16)))).toBe('otherVideo');
	},
);

it.each(['3gx4', 'M4C '])('detectFile recognizes an MP4 despite the unknown brand %s', (brand) => {
	expect(detectFile(isoFile(`${brand}\0\0\0\0isom`))).toBe('mp4');
});

describe('detectFile', () => {
	const bitmap = (headerBytes: number) => {
		const head = Buffer.alloc(18, 'BM');
		head.writeUInt32LE(headerBytes, 14);
		return head;
	};

	it.each([12, 16, 40, 52, 56, 64, 108, 124])(
		'recognizes a bitmap with a header of %i bytes',
		(headerBytes) => {
			expect(detectFile(bitmap(headerBytes))).toBe('bmp');
			expect(detectFile(bitmap(headerBytes + 1))).toBe('unknown');
			expect(detectFile(bitmap(headerBytes).subarray(0, 17))).toBe('unknown');
		},
	);

	it('recognizes a transport stream by the first bytes of its packets', () => {
		const stream = Buffer.alloc(400);
		for (const start of [0, 188, 376]) {
			expect(detectFile(stream)).toBe('unknown');
			stream[start] = 0x47;
		}
		expect(detectFile(stream)).toBe('otherVideo');
		stream[0] = 0;
		expect(detectFile(stream)).toBe('unknown');
		stream[0] = 0x47;
		stream[188] = 0;
		expect(detectFile(stream)).toBe('unknown');
	});
});
