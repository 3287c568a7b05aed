/** A text that HTML, n8n or a chat would show as something else, or not at all, if it were not escaped. */
export const HOSTILE_TEXT = [
	'Fresh <b>bread</b> <!-- and buns --> &amp; &lt;rolls&gt;',
	'for "everybody", it\'s in C:\\new\\oven <br>  <!channel>',
].join('\n');

/** The fields that every event has; all others may be missing. */
export function bareEvent(type: string) {
	return { id: 'event_bare', type, workspace_id: 'workspace_bare', created_at: '', data: {} };
}

/** Traces of a missing value in a message. */
export const MISSING_VALUE = /undefined|null|\(\)| :|\[object/;
