// Writes the homepage of package.json into the files from which n8n links to the documentation, and into the addresses of
// the pictures in the README: npm and n8n show no picture with a relative address.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const projectFolder = path.dirname(import.meta.dirname);
const read = (file) => readFileSync(path.join(projectFolder, file), 'utf8');

const filesIn = (folder, ending) =>
	readdirSync(path.join(projectFolder, folder))
		.filter((name) => name.endsWith(ending))
		.map((name) => path.join(folder, name));

// The homepage may end with an anchor, such as `#readme`.
const [homepage] = JSON.parse(read('package.json')).homepage.split('#');

/** Each pattern captures the text before and after the part of an address that is the homepage. */
const addresses = [
	...filesIn('credentials', '.credentials.ts').map((file) => [
		file,
		/(documentationUrl =\s+')https:[^']+?((?:\/blob\/main\/docs\/[^']*)?')/g,
	]),
	...filesIn('nodes/SocialPublishing', '.node.json').map((file) => [
		file,
		/("url": ")https:[^"]+?((?:\/blob\/main\/docs\/[^"]*)?")/g,
	]),
	['README.md', /(\]\()https:[^)#]+?(\/raw\/main\/docs\/images\/)/g],
];

for (const [file, pattern] of addresses) {
	const text = read(file);
	const changed = text.replace(pattern, `$1${homepage}$2`);
	if (changed === text) continue;
	writeFileSync(path.join(projectFolder, file), changed);
	console.log(`${file} now links to ${homepage}`);
}
