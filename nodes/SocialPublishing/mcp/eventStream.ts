/**
 * The data of every event in a stream that has ended (WHATWG HTML, "Server-sent events"). An event that was cut
 * off before its blank line does not count.
 */
export function readServerSentEvents(stream: string): string[] {
	const events: string[] = [];
	let data: string[] = [];
	const lines = stream.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
	// What comes after the last line break is no whole line.
	for (const line of lines.slice(0, -1)) {
		if (line === '') {
			if (data.length > 0) events.push(data.join('\n'));
			data = [];
		} else if (line === 'data' || line.startsWith('data:')) {
			data.push(line.slice('data:'.length).replace(/^ /, ''));
		}
	}
	return events;
}
