/** Helpers for changelog.hbs. */
module.exports = (handlebars) => {
	// Its entry is below the comment in CHANGELOG.md. auto-changelog keeps everything below that comment.
	handlebars.registerHelper('isWrittenByHand', (title) => title === '0.1.0');
	// `fix: wait for the rate limit` becomes "Wait for the rate limit" under "Fixed".
	handlebars.registerHelper('withoutType', (subject) => {
		const text = subject.replace(/^\w+(\([^)]*\))?!?: /, '');
		return new handlebars.SafeString(text.charAt(0).toUpperCase() + text.slice(1));
	});
};
