import { html as template } from 'hono/html';

/** HTML in which every foreign character is escaped. */
export type Html = Exclude<ReturnType<typeof template>, Promise<unknown>>;

/** What a template may contain: text, which is escaped, or HTML from `html`. Without a value, nothing is shown. */
type Content = string | number | Html | null | undefined | Content[];

/**
 * A tagged template: HTML, with values that are escaped. An attribute needs quotes around its value, and an address a check of
 * its scheme.
 */
export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
	const markup = template(strings, ...values);
	// The library waits for promises among the values. `Content` has none.
	if (markup instanceof Promise) throw new TypeError('HTML cannot contain a promise');
	return markup;
}
