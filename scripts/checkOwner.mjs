// Stops a release while package.json contains placeholders for the owner.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const file = path.join(path.dirname(import.meta.dirname), 'package.json');
const { author, homepage, repository } = JSON.parse(readFileSync(file, 'utf8'));
const entries = { 'author.email': author.email, homepage, 'repository.url': repository.url };

const placeholders = Object.keys(entries).filter((name) => entries[name].includes('example.com'));
if (placeholders.length > 0) {
	console.error(`Nothing was released. Fill in ${placeholders.join(', ')} in package.json first.`);
	process.exit(1);
}
