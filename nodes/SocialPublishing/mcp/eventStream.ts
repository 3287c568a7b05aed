/**
 * The data of every complete event in a stream (WHATWG HTML, "Server-sent events"). An event without its final blank
 * line is left out.
 */
export function readServerSentEvents(stream: string): string[] {
	const events: string[] = [];
	let data: string[] = [];
	const lines = stream.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
	// The text after the last line break is an incomplete line.
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
