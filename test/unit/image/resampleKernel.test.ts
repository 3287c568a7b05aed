import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';
import { resampleKernel } from '../../../nodes/SocialPublishing/image/resample/resampleKernel';

it('resampleKernel is the compiled resample.wat', async () => {
	const name = 'resample.wat';
	const source = readFileSync(
		join(__dirname, '../../../nodes/SocialPublishing/image/resample', name),
		'utf8',
	);
	const { buffer } = (await wabt()).parseWat(name, source, { simd: true }).toBinary({});
	// If it differs, this is the content that resampleKernel.ts needs.
	expect(Buffer.from(buffer).toString('base64')).toBe(resampleKernel);
});
