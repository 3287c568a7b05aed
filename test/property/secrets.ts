/** A token with characters that JSON writes in another way. */
export const TOKEN = 'sp_Zq7"quoted\\Xk9_token';

/** All texts in a value, the names of fields included. */
export function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	const found = [value];
	for (const each of found) {
		if (typeof each === 'string') texts.push(each);
		if (typeof each !== 'object' || each === null) continue;
		texts.push(...Object.keys(each));
		for (const entry of Object.values(each)) found.push(entry);
	}
	return texts;
}

/** The texts that contain the secret, as it is or in the form in which JSON writes it. */
export function textsWith(secret: string, value: unknown): string[] {
	const escaped = JSON.stringify(secret).slice(1, -1);
	return textsIn(value).filter((text) => text.includes(secret) || text.includes(escaped));
}
