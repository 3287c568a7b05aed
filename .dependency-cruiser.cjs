// Keeps the stair of folders: imports run downward only, and never in a circle. CONTRIBUTING.md draws it.
const root = '^nodes/SocialPublishing';

/** From the top down. A folder may import the ones below it. */
const stair = [
	'(actions|methods|trigger)',
	'mcp',
	'media',
	'properties',
	'commands',
	'api',
	'transport',
	'shared',
];

/** Where a line belongs that breaks the rule of a folder. */
const belongs = {
	mcp: 'What an operation does with a tool belongs in actions/.',
	media:
		'What only the assistant tools need belongs in mcp/, what only an operation needs in actions/.',
	properties:
		'A field shared by operations must not know them: pass the value in, or move the code up.',
	commands:
		'commands/ knows how a command is sent once, not the fields of the node or its items: pass their values in.',
	api: 'api/ knows records, not fields of the node: read the parameter in properties/ and pass its value in.',
	transport:
		'transport/ carries out one call and knows no post, file or webhook: that belongs in api/.',
	shared:
		'shared/ knows neither the service nor the node: move the code to the folder that uses it.',
};

const downward = stair.slice(1).map((folder, index) => ({
	name: `${folder}-imports-downward-only`,
	severity: 'error',
	comment: belongs[folder],
	from: { path: `${root}/${folder}/` },
	to: { path: `${root}/(${stair.slice(0, index + 1).join('|')})/|${root}/[^/]+[.]node[.]ts$` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'no-circle',
			severity: 'error',
			comment: 'Two files that need each other are one file, or share a third one below both.',
			from: { path: '^(nodes|credentials)/' },
			to: { circular: true },
		},
		...downward,
		{
			name: 'readings-only-read',
			severity: 'error',
			comment:
				'A reading turns a record into one shape: what is then done or said belongs in the rest of api/.',
			from: { path: `${root}/api/readings/` },
			to: { path: `${root}/api/`, pathNot: `${root}/api/readings/` },
		},
		{
			name: 'top-floor-folders-do-not-know-each-other',
			severity: 'error',
			comment: 'What actions/, methods/ and trigger/ share belongs in properties/ or api/.',
			from: { path: `${root}/(actions|methods|trigger)/` },
			to: {
				path: `${root}/(actions|methods|trigger)/|${root}/[^/]+[.]node[.]ts$`,
				pathNot: `${root}/$1/`,
			},
		},
		{
			name: 'image-stands-alone',
			severity: 'error',
			comment:
				'image/ turns bytes into bytes: it knows neither n8n nor the service. Ask for them in media/.',
			from: { path: `${root}/image/` },
			to: { pathNot: `${root}/(image|vendor)/|${root}/shared/withLock[.]ts$` },
		},
		{
			name: 'only-media-uses-image',
			severity: 'error',
			comment: 'Files are prepared in media/, which knows the limits of the service.',
			from: { path: `${root}/`, pathNot: `${root}/(image|media)/` },
			to: { path: `${root}/image/` },
		},
		{
			name: 'transport-takes-only-types-of-n8n',
			severity: 'error',
			comment:
				'The engine gets the functions of n8n through the connection, so it runs without n8n.',
			from: { path: `${root}/transport/` },
			to: { path: 'n8n-workflow', dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'only-vendor-imports-libraries',
			severity: 'error',
			comment:
				'The build bundles the files of vendor/ only: re-export the library from a file there.',
			from: { path: '^(nodes|credentials)/', pathNot: `${root}/vendor/` },
			to: {
				dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-no-pkg', 'unknown'],
				pathNot: 'n8n-workflow',
			},
		},
		{
			name: 'the-reference-service-knows-no-node',
			severity: 'error',
			comment: 'Sharing code with the nodes would let one wrong constant agree with itself.',
			from: { path: '^test/service/', pathNot: '[.]test[.]ts$' },
			to: { path: '^(nodes|credentials)/' },
		},
	],
	options: {
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^test/n8n/hosts/' },
	},
};
