/**
 * The sRGB colour space (IEC 61966-2-1) as a version 4 ICC profile (layout: ICC.1:2010). Pictures with a different
 * profile are converted to it.
 */
export function sRgbProfile(): Uint8Array {
	const tags: ReadonlyArray<readonly [signature: string, data: Buffer]> = [
		['desc', multiLocalizedText('sRGB')],
		['cprt', multiLocalizedText('CC0')],
		['wtpt', xyz(0.9642, 1, 0.8249)], // D50, the profile connection space's white
		// The primaries, adapted from D65 to D50 (Bradford).
		['rXYZ', xyz(0.43607, 0.22249, 0.01392)],
		['gXYZ', xyz(0.38515, 0.71687, 0.09708)],
		['bXYZ', xyz(0.14307, 0.06061, 0.7141)],
		['rTRC', transferCurve()],
		['gTRC', transferCurve()],
		['bTRC', transferCurve()],
	];
	const table = Buffer.alloc(4 + 12 * tags.length);
	table.writeUInt32BE(tags.length, 0);
	let dataOffset = 128 + table.length;
	tags.forEach(([signature, data], index) => {
		table.write(signature, 4 + 12 * index, 'latin1');
		table.writeUInt32BE(dataOffset, 8 + 12 * index);
		table.writeUInt32BE(data.length, 12 + 12 * index);
		dataOffset += data.length;
	});
	return Buffer.concat([header(dataOffset), table, ...tags.map(([, data]) => data)]);
}

function header(profileLength: number): Buffer {
	const bytes = Buffer.alloc(128);
	bytes.writeUInt32BE(profileLength, 0);
	bytes.writeUInt32BE(0x04200000, 8);
	bytes.write('mntrRGB XYZ ', 12, 'latin1');
	bytes.writeUInt16BE(2026, 24); // a date is required: year, month, day
	bytes.writeUInt16BE(1, 26);
	bytes.writeUInt16BE(1, 28);
	bytes.write('acsp', 36, 'latin1');
	xyz(0.9642, 1, 0.8249).copy(bytes, 68, 8);
	return bytes;
}

function xyz(x: number, y: number, z: number): Buffer {
	const bytes = Buffer.alloc(20);
	bytes.write('XYZ ', 0, 'latin1');
	[x, y, z].forEach((value, index) => bytes.writeInt32BE(fixed(value), 8 + 4 * index));
	return bytes;
}

/** Parametric curve type 3: a power above the threshold, a straight line below. */
function transferCurve(): Buffer {
	const bytes = Buffer.alloc(32);
	bytes.write('para', 0, 'latin1');
	bytes.writeUInt16BE(3, 8);
	[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].forEach((value, index) =>
		bytes.writeInt32BE(fixed(value), 12 + 4 * index),
	);
	return bytes;
}

function multiLocalizedText(text: string): Buffer {
	const bytes = Buffer.alloc(28 + Math.ceil(text.length / 2) * 4);
	bytes.write('mluc', 0, 'latin1');
	bytes.writeUInt32BE(1, 8);
	bytes.writeUInt32BE(12, 12);
	bytes.write('enUS', 16, 'latin1');
	bytes.writeUInt32BE(text.length * 2, 20);
	bytes.writeUInt32BE(28, 24);
	Buffer.from(text, 'utf16le').swap16().copy(bytes, 28);
	return bytes;
}

/** s15Fixed16Number */
function fixed(value: number): number {
	return Math.round(value * 65_536);
}
