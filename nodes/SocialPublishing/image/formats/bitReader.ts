import { CutOffError } from '../imageErrors';

/** Reads numbers bit by bit, most significant bit first. Throws `CutOffError` at the end of the bytes. */
export class BitReader {
	private position = 0;

	constructor(private readonly bytes: Buffer) {}

	/** An unsigned number of up to 32 bits. */
	bits(count: number): number {
		let value = 0;
		for (let bit = 0; bit < count; bit++) {
			const byte = this.bytes[this.position >>> 3];
			if (byte === undefined) throw new CutOffError(`bit ${this.position}`);
			value = value * 2 + ((byte >>> (7 - (this.position & 7))) & 1);
			this.position++;
		}
		return value;
	}

	flag(): boolean {
		return this.bits(1) === 1;
	}

	skip(count: number): void {
		this.position += count;
	}

	/** A number in exponential-Golomb coding, called `uvlc` in AV1 and `ue` in H.265. */
	exponentialGolomb(): number {
		let zeros = 0;
		while (!this.flag()) if (++zeros > 31) return 2 ** 32 - 1;
		return 2 ** zeros - 1 + this.bits(zeros);
	}
}
