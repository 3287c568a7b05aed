/** A text that HTML, n8n or a chat would show as something else, or not at all, if it were not escaped. */
export const HOSTILE_TEXT = [
	'Fresh <b>bread</b> <!-- and buns --> &amp; &lt;rolls&gt;',
	'for "everybody", it\'s in C:\\new\\oven <br>  <!channel>',
].join('\n');

/** What the service's event has at least; the rest is not certain. */
export function bareEvent(type: string) {
	return { id: 'event_bare', type, workspace_id: 'workspace_bare', created_at: '', data: {} };
}

/** What a message says instead of a value that is missing, if nobody has thought of that. */
export const MISSING_VALUE = /undefined|null|\(\)| :|\[object/;
