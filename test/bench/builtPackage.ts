import './userFolder';

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

const DIST = path.join(__dirname, '../../dist');
const load = createRequire(__filename);

/** An instance of a class of the built package, which is what n8n runs. */
function instanceOf<T>(file: string, name: string): T {
	const builtFile = path.join(DIST, file);
	if (!existsSync(builtFile)) throw new Error(`${builtFile} is missing: run npm run build`);
	const classes: Record<string, (new () => T) | undefined> = load(builtFile);
	const BuiltClass = classes[name];
	if (BuiltClass === undefined) throw new Error(`${builtFile} does not export ${name}`);
	return new BuiltClass();
}

export const builtNode = instanceOf<INodeType>(
	'nodes/SocialPublishing/SocialPublishing.node.js',
	'SocialPublishing',
);

export const builtCredential = instanceOf<ICredentialType>(
	'credentials/SocialPublishingApi.credentials.js',
	'SocialPublishingApi',
);
