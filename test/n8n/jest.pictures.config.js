const base = require('./jest.config');

// The workers inherit it. All other runs leave the documentation as it is.
process.env.TAKE_PICTURES = 'true';

/** Takes the pictures in docs/images again: run it when what they show has changed. */
/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: ['errorPanels', 'examplePictures', 'editor', 'firstUse', 'previewInN8n', 'tour'].map(
		(name) => `**/${name}.test.ts`,
	),
	testPathIgnorePatterns: [],
	// One file at a time: all of them write docs/images/labels.json.
	maxWorkers: 1,
};
