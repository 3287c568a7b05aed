// Writes the homepage of package.json into the files from which n8n links to the documentation.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const projectFolder = path.dirname(import.meta.dirname);
const read = (file) => readFileSync(path.join(projectFolder, file), 'utf8');

const [homepage] = JSON.parse(read('package.json')).homepage.split('#');
for (const folder of ['credentials', 'nodes/SocialPublishing']) {
	for (const name of readdirSync(path.join(projectFolder, folder))) {
		if (!/\.credentials\.ts$|\.node\.json$/.test(name)) continue;
		const file = path.join(folder, name);
		const text = read(file);
		const changed = text.replace(/(documentationUrl = '|"url": ")https:[^'"#]+/g, `$1${homepage}`);
		if (changed === text) continue;
		writeFileSync(path.join(projectFolder, file), changed);
		console.log(`${file} now leads to ${homepage}`);
	}
}
