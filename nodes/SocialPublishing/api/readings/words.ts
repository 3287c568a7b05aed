/** The words of a name: `maxLength`, `max_length`, `max-length` and `Max Length` are the same. */
export function wordsOf(name: string): string[] {
	const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
	return words.split(/[^a-z\d]+/).filter((word) => word !== '');
}
