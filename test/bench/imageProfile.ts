import type { ImageBundle } from './imageBundle';

export type Image = ReturnType<ImageBundle['load']>;

export interface Profile {
	/** Starting the codec. */
	start: number;
	decode: number;
	scale: number;
	convert: number;
	encode: number;
}

/** How long each step of one preparation takes, in milliseconds. */
export async function profileOnce(
	image: Image,
	source: Buffer,
	goal: { maxWidth: number; maxHeight: number; quality: number },
): Promise<Profile> {
	const kind = image.detectFile(source);
	if (kind === 'mp4' || kind === 'otherVideo' || kind === 'unknown' || kind === 'bigTiff')
		throw new Error(kind);
	const spent = { read: 0, transformColorSpace: 0 };
	const startedMs = performance.now();
	return await image.withMagick(async (magick) => {
		const start = performance.now() - startedMs;
		const probe = magick.MagickImage.create();
		const restore = timeMethods(Reflect.getPrototypeOf(probe), spent);
		probe.dispose();
		try {
			const header = image.readHeader(magick, kind, source);
			const file = { bytes: source, kind, header };
			const decodingMs = performance.now();
			const { picture } = await image.decode(magick, file, goal);
			const encodingMs = performance.now();
			await image.encode(magick, picture, goal);
			const { read: decode, transformColorSpace: convert } = spent;
			const scale = Math.max(0, encodingMs - decodingMs - decode - convert);
			return { start, decode, scale, convert, encode: performance.now() - encodingMs };
		} finally {
			restore();
		}
	});
}

/** Adds up the time in some methods of a prototype; the result puts the originals back. */
function timeMethods(prototype: object | null, spent: Record<string, number>): () => void {
	if (prototype === null) throw new Error('The codec has no pictures');
	const originals = Object.keys(spent).map((name) => {
		const original: unknown = Reflect.get(prototype, name);
		if (typeof original !== 'function') throw new Error(`The codec has no ${name}`);
		Reflect.set(prototype, name, function timed(this: unknown, ...parameters: unknown[]) {
			const startMs = performance.now();
			try {
				return Reflect.apply(original, this, parameters);
			} finally {
				spent[name] = (spent[name] ?? 0) + performance.now() - startMs;
			}
		});
		return { name, original };
	});
	return () => {
		for (const { name, original } of originals) Reflect.set(prototype, name, original);
	};
}
