import {
	showsAcceptedSchedule,
	showsCancellation,
	showsPublication,
	showsSchedule,
	type AcceptedReading,
	type EffectReading,
	type SchedulingCommand,
} from '../api/phase';

/** How a post shows the effect of a command, over REST or by a tool. */
interface PostEffect {
	shows: EffectReading;
	/** As `shows`, once the service has accepted the command. */
	showsAccepted: AcceptedReading;
	/** Other commands may undo the effect, and sending the command once more does no harm. */
	isReversible: boolean;
}

export type PostCommandName = 'publish' | 'cancel' | SchedulingCommand;

export const POST_EFFECTS: Record<PostCommandName, PostEffect> = {
	publish: { shows: showsPublication, showsAccepted: showsPublication, isReversible: false },
	schedule: scheduling('schedule'),
	reschedule: scheduling('reschedule'),
	cancel: {
		shows: (post) => showsCancellation(post) || undefined,
		showsAccepted: showsCancellation,
		isReversible: true,
	},
};

function scheduling(command: SchedulingCommand): PostEffect {
	const showsAccepted = showsAcceptedSchedule(command);
	return { shows: showsSchedule(command), showsAccepted, isReversible: true };
}
