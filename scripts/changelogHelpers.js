/** Helpers for changelog.hbs. */
module.exports = (handlebars) => {
	// Its entry stands in CHANGELOG.md below the comment, from which on auto-changelog leaves the file as it is.
	handlebars.registerHelper('isWrittenByHand', (title) => title === '0.1.0');
	// `fix: wait for the rate limit` reads "Wait for the rate limit" under "Fixed".
	handlebars.registerHelper('withoutType', (subject) => {
		const text = subject.replace(/^\w+(\([^)]*\))?!?: /, '');
		return new handlebars.SafeString(text.charAt(0).toUpperCase() + text.slice(1));
	});
};
