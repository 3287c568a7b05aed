import type { CalendarPost } from './calendar';

/** How a page and a feed call the states of a post. */
const NAMES: Record<string, string> = {
	partial: 'Partly published',
	published: 'Published',
	publishing: 'Publishing',
	scheduled: 'Scheduled',
	failed: 'Failed',
};

/** The state of a post in a word or two; empty if unknown. */
export function stateOf({ status, problem }: CalendarPost): string {
	if (status === 'scheduled' && problem !== null) return 'Not sent';
	const name = NAMES[status ?? ''] ?? (status ?? '').replaceAll('_', ' ');
	return status === 'published' && problem !== null ? 'Check' : name;
}
