import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

// Tests must pass on a busy machine, so they count work instead of measuring time.

const root = path.join(__dirname, '../..');
const SHORTEST_LIMIT_MS = 120_000;

const MEASURES = [
	/performance\.now|hrtime|AbortSignal\.timeout/,
	/Date\.now\(\) - [a-z]|- Date\.now\(\)/,
];
const MAY_MEASURE: Record<string, string> = {
	'test/service/clock.ts': 'the clock of the service follows the real one',
};

/** The installations of n8n have hundreds of thousands of files. */
function filesIn(folder: string, pattern: RegExp): string[] {
	return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const file = path.join(folder, entry.name);
		if (entry.name === 'node_modules') return [];
		if (entry.isDirectory()) return filesIn(file, pattern);
		return pattern.test(file) ? [file] : [];
	});
}
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const fast = ['unit', 'engine', 'service', 'property'].flatMap((folder) =>
	filesIn(`test/${folder}`, /\.ts$/),
);

it('no fast test measures time', () => {
	const measuring = fast.filter(
		(file) =>
			file !== path.relative(root, __filename) &&
			MAY_MEASURE[file] === undefined &&
			MEASURES.some((pattern) => pattern.test(read(file))),
	);
	expect(measuring).toEqual([]);
});

// That is how the configuration for pictures tells its tests to take some.
afterAll(() => delete process.env.TAKE_PICTURES);

it.each(['jest.config.js', ...filesIn('test', /jest(\.\w+)?\.config\.js$/)])(
	'%s gives every test at least two minutes',
	async (file) => {
		const { default: config } = await import(path.join(root, file));
		expect(config.testTimeout).toBeGreaterThanOrEqual(SHORTEST_LIMIT_MS);
	},
);

it('no test or hook sets a time limit below two minutes', () => {
	const tests = [...fast, ...filesIn('test/n8n', /\.ts$/)];
	const short = tests.flatMap((file) =>
		limitsIn(read(file))
			.filter((limitMs) => !(limitMs >= SHORTEST_LIMIT_MS))
			.map((limitMs) => `${file}: ${limitMs} ms`),
	);
	expect(short).toEqual([]);
});

/** The time limits that a file sets for tests and hooks, and its constants for timeouts. */
function limitsIn(source: string): number[] {
	const file = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true);
	const constants = new Map<string, ts.Expression>();
	const limits: ts.Expression[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && node.initializer) {
			constants.set(node.name.getText(), node.initializer);
			if (/TIMEOUT_MS$/.test(node.name.getText())) limits.push(node.initializer);
		}
		if (ts.isCallExpression(node)) limits.push(...limitsOf(node));
		ts.forEachChild(node, visit);
	};
	visit(file);
	return limits.map((limit) => valueOf(limit, constants));
}

function limitsOf({ expression, arguments: given }: ts.CallExpression): ts.Expression[] {
	const name = expression.getText();
	if (name === 'jest.setTimeout') return given.slice(0, 1);
	if (/^(it|test)\b/.test(name) && !/\.each$/.test(name)) return given.slice(2, 3);
	return /^(before|after)(All|Each)$/.test(name) ? given.slice(1, 2) : [];
}

/** The value of an expression. A call counts as 0; a constant of another file as infinite, because it is checked there. */
function valueOf(expression: ts.Expression, constants: Map<string, ts.Expression>): number {
	if (ts.isNumericLiteral(expression)) return Number(expression.text);
	if (ts.isIdentifier(expression)) {
		const value = constants.get(expression.text);
		return value === undefined ? Infinity : valueOf(value, constants);
	}
	if (!ts.isBinaryExpression(expression)) return 0;
	const [left, right] = [valueOf(expression.left, constants), valueOf(expression.right, constants)];
	return expression.operatorToken.kind === ts.SyntaxKind.AsteriskToken
		? left * right
		: left + right;
}
