import { resources } from '../../../nodes/SocialPublishing/actions/resources';
import { dialects, type ServiceOptions } from '../../service';
import { useNodeHarness } from '../support/nodeHarness';
import { writeOperations } from './writeOperationCases';
import { runCase } from './operationCase';
import { readOperations } from './readOperationCases';

const operationCases = [...writeOperations, ...readOperations];

const services: Array<[string, ServiceOptions]> = [
	['the first dialect', { dialect: dialects.first }],
	['the second dialect, ids that need encoding', { dialect: dialects.second, hostileIds: true }],
	['the third readings', { dialect: dialects.third }],
];

describe.each(services)('with %s', (_dialect, options) => {
	const harness = useNodeHarness(options);

	it.each(operationCases.map((each) => [each.name, each] as const))(
		'%s returns its record with the fewest requests',
		async (_name, each) => {
			const { run, output } = await runCase(harness, each);

			const { items, error } = await run();

			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject(output);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
			expect(harness.requests()).toEqual(each.requests);
		},
	);
});

it('every operation of the REST interface has a case in readOperationCases.ts or writeOperationCases.ts', () => {
	const names = resources
		.filter(({ option }) => option.value !== 'assistantTool')
		.flatMap(({ option, operations }) =>
			operations.map((operation) => `${option.value}:${operation.option.value}`),
		);
	expect(operationCases.map(({ name }) => name).sort()).toEqual(names.sort());
});
