/*
 * Creates files/phone.heic, a photo in the structure that an iPhone uses: H.265 tiles of 512×512 pixels, assembled
 * by a grid item and rotated by an `irot` property, with an Exif item that repeats the rotation (which must not be
 * applied twice) and a Display P3 profile. sharp cannot write HEIC, so this requires `heif-enc` (Debian:
 * libheif-examples), and the resulting file is committed.
 *
 * npx tsx test/corpus/makePhoneHeic.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { bytes, text, uint16, uint32 } from './bytes';
import { box, fullBox } from './mp4';
import { plainScene } from './scene';

/** Stored dimensions, before the rotation. */
const WIDTH = 1000;
const HEIGHT = 750;
const TILE = 512;
const COLUMNS = 2;
const ROWS = 2;
const GRID_ID = COLUMNS * ROWS + 1;
const EXIF_ID = GRID_ID + 1;

interface Tile {
	/** The decoder's configuration: the whole `hvcC` box. */
	configuration: Buffer;
	data: Buffer;
}

function contentOf(file: Buffer, type: string): Buffer {
	const start = file.indexOf(text(type)) - 4;
	return file.subarray(start, start + file.readUInt32BE(start));
}

function encodeTile(folder: string, png: Buffer): Tile {
	const [source, target] = [join(folder, 'tile.png'), join(folder, 'tile.heic')];
	writeFileSync(source, png);
	execFileSync('heif-enc', ['-q', '45', source, '-o', target]);
	const file = readFileSync(target);
	return { configuration: contentOf(file, 'hvcC'), data: contentOf(file, 'mdat').subarray(8) };
}

function describeItems(): Buffer {
	const item = (id: number, type: string, flags = 0) =>
		fullBox('infe', 2, flags, uint16(id), uint16(0), text(`${type}\0`));
	const hidden = 1;
	const tiles = Array.from({ length: GRID_ID - 1 }, (_, index) => item(index + 1, 'hvc1', hidden));
	return fullBox(
		'iinf',
		0,
		0,
		uint16(EXIF_ID),
		...tiles,
		item(GRID_ID, 'grid'),
		item(EXIF_ID, 'Exif', hidden),
	);
}

function describeProperties(configuration: Buffer, profile: Buffer): Buffer {
	const extent = (width: number, height: number) =>
		fullBox('ispe', 0, 0, uint32(width), uint32(height));
	const quarterTurnsToTheLeft = 3;
	const container = box(
		'ipco',
		configuration,
		extent(TILE, TILE),
		box('colr', text('prof'), profile),
		extent(WIDTH, HEIGHT),
		box('irot', bytes(quarterTurnsToTheLeft)),
	);
	const essential = 0x80;
	const tile = (id: number) => Buffer.concat([uint16(id), bytes(3, essential | 1, 2, 3)]);
	const grid = Buffer.concat([uint16(GRID_ID), bytes(3, 3, 4, essential | 5)]);
	const tiles = Array.from({ length: GRID_ID - 1 }, (_, index) => tile(index + 1));
	return box('iprp', container, fullBox('ipma', 0, 0, uint32(GRID_ID), ...tiles, grid));
}

function describeReferences(): Buffer {
	const tileIds = Array.from({ length: GRID_ID - 1 }, (_, index) => uint16(index + 1));
	return fullBox(
		'iref',
		0,
		0,
		box('dimg', uint16(GRID_ID), uint16(tileIds.length), ...tileIds),
		box('cdsc', uint16(EXIF_ID), uint16(1), uint16(GRID_ID)),
	);
}

/** Big-endian TIFF with one tag: orientation 6, a camera rotated to the right. */
const exif = Buffer.concat([
	uint32(0),
	text('MM\0*'),
	uint32(8),
	uint16(1),
	uint16(0x0112),
	uint16(3),
	uint32(1),
	uint16(6),
	uint16(0),
	uint32(0),
]);

function assemble(tiles: Tile[], profile: Buffer): Buffer {
	const grid = Buffer.concat([bytes(0, 0, ROWS - 1, COLUMNS - 1), uint16(WIDTH), uint16(HEIGHT)]);
	const items = [...tiles.map(({ data }) => data), grid, exif];
	const fileType = box('ftyp', text('heic\0\0\0\0mif1MiHEheic'));
	const meta = (dataStart: number) => {
		let offset = dataStart;
		const locations = items.map(({ length }, index) => {
			const location = Buffer.concat([
				uint16(index + 1),
				uint16(0),
				uint16(1),
				uint32(offset),
				uint32(length),
			]);
			offset += length;
			return location;
		});
		return fullBox(
			'meta',
			0,
			0,
			fullBox('hdlr', 0, 0, uint32(0), text('pict'), Buffer.alloc(13)),
			fullBox('pitm', 0, 0, uint16(GRID_ID)),
			describeItems(),
			describeReferences(),
			describeProperties(tiles[0]?.configuration ?? Buffer.alloc(0), profile),
			fullBox('iloc', 0, 0, bytes(0x44, 0), uint16(items.length), ...locations),
		);
	};
	const dataStart = fileType.length + meta(0).length + 8;
	return Buffer.concat([fileType, meta(dataStart), box('mdat', ...items)]);
}

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'phone-heic-'));
	const photo = await plainScene(WIDTH, HEIGHT).withIccProfile('p3').png().toBuffer();
	const profile = (await sharp(photo).metadata()).icc;
	if (!profile) throw new Error('sharp did not write a profile');
	// The tiles extend beyond the picture; a phone repeats its edge there.
	const padded = await sharp(photo)
		.keepIccProfile()
		.extend({ right: TILE * COLUMNS - WIDTH, bottom: TILE * ROWS - HEIGHT, extendWith: 'copy' })
		.png()
		.toBuffer();
	const tiles: Tile[] = [];
	for (let index = 0; index < COLUMNS * ROWS; index++) {
		const [left, top] = [(index % COLUMNS) * TILE, Math.floor(index / COLUMNS) * TILE];
		const tile = sharp(padded).extract({ left, top, width: TILE, height: TILE }).keepIccProfile();
		tiles.push(encodeTile(folder, await tile.png().toBuffer()));
	}
	writeFileSync(join(__dirname, 'files/phone.heic'), assemble(tiles, profile));
	rmSync(folder, { recursive: true });
}

void main();
