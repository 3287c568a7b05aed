import { dialects, type Dialect } from '../../service';
import { postDialects } from '../../unit/support/postDialects';

/** Tidies spaces, line ends, links and options, drops seconds, and does not call a cancelled post a draft. */
const tidy: Dialect = {
	...dialects.first,
	keptText: (text) =>
		text
			.replaceAll('\r\n', '\n')
			.replaceAll(/https:\/\/example\.com(?=\s|$)/g, 'https://example.com/')
			.trim(),
	keptOptions: ({ audience = 'everybody', ...others }) => ({
		visibility: 'public',
		...others,
		audience,
	}),
	keptTime: (timeMs) => timeMs - (timeMs % 60_000),
	cancelledStatus: 'cancelled',
	namesKeyConflicts: false,
};

/** Services that list incomplete posts, or store texts and options in another form. */
export const services = {
	...postDialects,
	tidy,
	tidyWithoutTexts: { ...tidy, listedPost: postDialects.noTexts.listedPost },
} satisfies Record<string, Dialect>;
