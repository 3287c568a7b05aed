import { newEtag } from '../../service/posts/revision';
import type { RunningService } from '../../service';
import type { Command } from './commands';
import type { PlannedFault } from './schedule';

/** Makes the service apply the faults of a schedule: at most one to a request, the first that fits. */
export function planFaults(
	service: RunningService,
	command: Command,
	faults: PlannedFault[],
): void {
	const waiting = faults.map((fault) => ({ fault, seen: 0, left: fault.times }));
	jest.spyOn(service.faults, 'take').mockImplementation((subject) => {
		const isMain = command.effects.includes(subject.operation ?? '');
		let action: PlannedFault['action'] | undefined;
		for (const each of waiting) {
			const { target, nth } = each.fault;
			if (target === 'main' && !isMain) continue;
			if (target === 'read' && subject.method !== 'GET') continue;
			each.seen++;
			if (action !== undefined || each.seen < nth || each.left === 0) continue;
			each.left--;
			action = each.fault.action;
		}
		if (action?.kind !== 'otherEditor') return action;
		editAsSomebodyElse(service, subject.path);
		return undefined;
	});
}

function editAsSomebodyElse({ state }: RunningService, path: string): void {
	const id = decodeURIComponent(/\/posts\/([^/]+)/.exec(path)?.[1] ?? '');
	const post = state.posts.get(id);
	// As the service itself refuses to.
	if (post === undefined || !['draft', 'scheduled'].includes(post.status)) return;
	post.text = 'Changed by somebody else';
	post.etag = newEtag();
}
