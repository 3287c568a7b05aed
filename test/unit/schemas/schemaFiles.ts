import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { OutputSchema } from './outputSchema';

const FOLDER = path.join(__dirname, '../../../nodes/SocialPublishing/__schema__');

/** With `npm run schemas`, the files are written; otherwise they are compared. */
const isWriting = process.env.WRITE_SCHEMAS === '1';

/** @param name path below the folder without extension, such as `v1.0.0/post/create` */
export function expectSchemaFile(name: string, schema: OutputSchema): void {
	const file = path.join(FOLDER, `${name}.json`);
	if (isWriting) {
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema, null, '\t')}\n`);
	}
	const stored: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
	expect(stored).toEqual(schema);
}

/** The names of all files, as `expectSchemaFile` takes them. */
export function schemaFiles(): string[] {
	return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name) => name.slice(0, -'.json'.length).split(path.sep).join('/'));
}
