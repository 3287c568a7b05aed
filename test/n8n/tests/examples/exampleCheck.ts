import type { ExampleTestbed } from '../../exampleTestbed';

/** What an example does, and how that is checked. */
export interface ExampleCheck {
	/** The file in `examples/`. */
	fileName: string;
	/** Completes "the example …". */
	title: string;
	check(testbed: ExampleTestbed): Promise<void>;
}

export const DAY_MS = 24 * 60 * 60 * 1_000;
