import { detectFile } from '../../../nodes/SocialPublishing/image/formats/detect';
import { mp4 } from '../../corpus/mp4';
import { scene } from '../../corpus/scene';

it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('knows %s', async (format) => {
	expect(detectFile(await (await scene(16, 16)).toFormat(format).toBuffer())).toBe(format);
});

const isoFile = (brands: string) => {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(8 + brands.length);
	return Buffer.concat([length, Buffer.from(`ftyp${brands}`, 'latin1'), Buffer.alloc(64)]);
};

it.each([
	['an iPhone photo', isoFile('heic\0\0\0\0mif1MiHEheic'), 'heic'],
	['a HEIC of the neutral brand', isoFile('mif1\0\0\0\0mif1heic'), 'heic'],
	['a sequence of HEIC pictures', isoFile('hevc\0\0\0\0msf1hevc'), 'heic'],
	['an AVIF of the neutral brand', isoFile('mif1\0\0\0\0avifmif1'), 'avif'],
	['another still picture', isoFile('mif1\0\0\0\0mif1vvic'), 'unknown'],
	['an MP4', mp4(), 'mp4'],
	['a QuickTime movie', isoFile('qt  \0\0\0\0qt  '), 'otherVideo'],
	['an audio file', isoFile('M4A \0\0\0\0M4A mp42isom'), 'otherVideo'],
	['a raw photo', isoFile('crx \0\0\0\x01crx isom'), 'unknown'],
	['WebM', Buffer.from('1a45dfa3934282', 'hex'), 'otherVideo'],
	['a sound', Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'), 'unknown'],
	['text that starts with BM', Buffer.from('BMW builds cars and more'), 'unknown'],
	['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unknown'],
	['nothing', Buffer.alloc(0), 'unknown'],
	['one byte', Buffer.from([0xff]), 'unknown'],
	['a cut-off brand', Buffer.from('\0\0\0\x18ftyp', 'latin1'), 'unknown'],
])('says what %s is', (_name, head, kind) => {
	expect(detectFile(head)).toBe(kind);
});
