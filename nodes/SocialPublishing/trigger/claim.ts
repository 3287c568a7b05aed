/** One event on its way to n8n. */
export class Claim {
	/** Resolves once it is clear whether n8n has taken the event over. */
	readonly ended: Promise<void>;

	private resolve: () => void = () => undefined;

	/**
	 * @param markSeen notes the event as seen, and gives what is stored of all seen events
	 * @param release lets copies of the event make a claim of their own
	 */
	constructor(
		private readonly markSeen: () => Record<string, string>,
		private readonly release: () => void,
	) {
		this.ended = new Promise((resolve) => {
			this.resolve = resolve;
		});
	}

	/**
	 * What the static data of this call holds. n8n turns static data into JSON when it saves them, and it saves them
	 * once it has started the execution. Then, and not before, this event counts as seen; and whatever other calls
	 * have handed over meanwhile is stored along with it instead of being overwritten.
	 */
	toJSON(): Record<string, string> {
		return this.markSeen();
	}

	end(isHandedOver: boolean): void {
		if (isHandedOver) this.markSeen();
		this.release();
		this.resolve();
	}
}
