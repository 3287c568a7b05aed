import { appendFileSync } from 'node:fs';

import { ServiceFailure } from '../nodes/SocialPublishing/shared/failure';

/** What differs in each run or in each case of a property test: IDs of the reference service, UUIDs and numbers. */
const CHANGING = /(?<=[a-z][_:])[\w-]{12}(?![\w-])|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d+/g;

/** Adds each error that a test has a node describe to a file, a line each: title and description, as JSON. */
export function recordErrorTexts(file: string): void {
	const { describe } = ServiceFailure.prototype;
	const seen = new Set<string>();
	ServiceFailure.prototype.describe = function (context) {
		const description = describe.call(this, context);
		const line = JSON.stringify([this.message, description]).replaceAll(CHANGING, '0');
		if (!seen.has(line)) appendFileSync(file, `${line}\n`);
		seen.add(line);
		return description;
	};
}
