/** Creates a BMP file, a format that sharp cannot write. */
export function bitmap(
	{ width, height, pixels }: { width: number; height: number; pixels: Buffer },
	{ isTopDown = false } = {},
): Buffer {
	const headerBytes = 14 + 40;
	const rowBytes = Math.ceil((width * 3) / 4) * 4;
	const file = Buffer.alloc(headerBytes + rowBytes * height);
	file.write('BM', 0, 'latin1');
	file.writeUInt32LE(file.length, 2);
	file.writeUInt32LE(headerBytes, 10);
	file.writeUInt32LE(40, 14);
	file.writeInt32LE(width, 18);
	file.writeInt32LE(isTopDown ? -height : height, 22);
	file.writeUInt16LE(1, 26);
	file.writeUInt16LE(24, 28);
	file.writeUInt32LE(rowBytes * height, 34);
	for (let y = 0; y < height; y++) {
		const row = headerBytes + rowBytes * (isTopDown ? y : height - 1 - y);
		for (let x = 0; x < width; x++) {
			const pixel = (y * width + x) * 3;
			file[row + x * 3] = pixels[pixel + 2] ?? 0;
			file[row + x * 3 + 1] = pixels[pixel + 1] ?? 0;
			file[row + x * 3 + 2] = pixels[pixel] ?? 0;
		}
	}
	return file;
}
