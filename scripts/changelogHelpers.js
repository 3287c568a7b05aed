/** Helpers for changelog.hbs. */
module.exports = (handlebars) => {
	// `fix: wait for the rate limit` reads "Wait for the rate limit" under "Fixed".
	handlebars.registerHelper('withoutType', (subject) => {
		const text = subject.replace(/^\w+(\([^)]*\))?!?: /, '');
		return new handlebars.SafeString(text.charAt(0).toUpperCase() + text.slice(1));
	});
};
