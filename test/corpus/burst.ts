import { text, uint16, uint32 } from './bytes';
import { box, fullBox } from './mp4';

/**
 * An AVIF with the picture of one file, and a track with that of another, as a burst has. Both are files of sharp.
 *
 * @param isWithoutPicture leaves only the track
 */
export function burst(picture: Buffer, other: Buffer, isWithoutPicture = false): Buffer {
	const configuration = boxOf(other, 'av1C');
	const sample = boxOf(other, 'mdat').subarray(8);
	const extent = boxOf(other, 'ispe');
	const [width, height] = [extent.readUInt32BE(12), extent.readUInt32BE(16)];
	const still = Buffer.from(picture);
	still.write('avis', 8, 'latin1');
	still.write('msf1', still.indexOf(text('miaf')), 'latin1');
	const fileType = still.subarray(0, still.readUInt32BE(0));
	const start = isWithoutPicture ? fileType : still;
	const movie = track(configuration, [width, height], sample.length, 0);
	const moved = track(
		configuration,
		[width, height],
		sample.length,
		start.length + movie.length + 8,
	);
	return Buffer.concat([start, moved, box('mdat', sample, sample)]);
}

function boxOf(file: Buffer, type: string): Buffer {
	const start = file.indexOf(text(type)) - 4;
	return file.subarray(start, start + file.readUInt32BE(start));
}

const SCALE = uint32(600);
const matrix = Buffer.concat(
	[0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map((value) => uint32(value)),
);

/** A `moov` box with one track of two equal samples. */
function track(
	configuration: Buffer,
	[width, height]: [number, number],
	sampleBytes: number,
	dataStart: number,
): Buffer {
	const duration = uint32(1200);
	const entry = box(
		'av01',
		Buffer.alloc(6),
		uint16(1),
		Buffer.alloc(16),
		uint16(width),
		uint16(height),
		uint32(0x480000),
		uint32(0x480000),
		uint32(0),
		uint16(1),
		Buffer.alloc(32),
		uint16(24),
		uint16(0xffff),
		configuration,
	);
	const table = box(
		'stbl',
		fullBox('stsd', 0, 0, uint32(1), entry),
		fullBox('stts', 0, 0, uint32(1), uint32(2), uint32(600)),
		fullBox('stsc', 0, 0, uint32(1), uint32(1), uint32(2), uint32(1)),
		fullBox('stsz', 0, 0, uint32(sampleBytes), uint32(2)),
		fullBox('stco', 0, 0, uint32(1), uint32(dataStart)),
	);
	const media = box(
		'mdia',
		fullBox('mdhd', 0, 0, uint32(0), uint32(0), SCALE, duration, uint16(0x55c4), uint16(0)),
		fullBox('hdlr', 0, 0, uint32(0), text('pict'), Buffer.alloc(13)),
		box(
			'minf',
			fullBox('vmhd', 0, 1, Buffer.alloc(8)),
			box('dinf', fullBox('dref', 0, 0, uint32(1), fullBox('url ', 0, 1))),
			table,
		),
	);
	const times = Buffer.concat([uint32(0), uint32(0)]);
	return box(
		'moov',
		fullBox(
			'mvhd',
			0,
			0,
			times,
			SCALE,
			duration,
			uint32(0x10000),
			uint16(0x100),
			Buffer.alloc(10),
			matrix,
			Buffer.alloc(24),
			uint32(2),
		),
		box(
			'trak',
			fullBox(
				'tkhd',
				0,
				3,
				times,
				uint32(1),
				uint32(0),
				duration,
				Buffer.alloc(16),
				matrix,
				uint32(width * 0x10000),
				uint32(height * 0x10000),
			),
			media,
		),
	);
}
