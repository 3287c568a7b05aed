import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

async function validate(data: unknown) {
	await service.open({ 'POST /workspaces/1/posts/validate': () => ({ data }) });
	const { items, hints, error } = await service.run('post:validate', {
		text: 'Bread',
		accountIds: ['3'],
	});
	expect(error).toBeUndefined();
	return { json: items[0]?.json, hints: hints.map(({ message }) => message) };
}

it.each([
	[{ ok: true, errors: [{ message: 'Too long' }] }, false],
	[{ valid: true, destinations: [{ ready: false }] }, false],
	[{ issues: [], checks: [{ passed: false }] }, false],
	[{ valid: true, warnings: ['Long'] }, true],
])('%j is returned with ready: %s', async (data, ready) => {
	expect(await validate(data)).toEqual({ json: { ...data, ready }, hints: [] });
});

it.each([{ status: 'draft' }, { warnings: [] }, { success: true }])(
	'%j, which is not clear, is returned without ready',
	async (data) => {
		expect(await validate(data)).toEqual({ json: data, hints: [] });
	},
);

it('a ready that the service contradicts is returned as it was sent, with a hint', async () => {
	const data = { ready: true, errors: [{ field: 'text', message: 'Too long' }] };
	expect(await validate(data)).toEqual({
		json: data,
		hints: [
			'The service calls the post ready, but it also reports: Too long. Check this before you publish the post.',
		],
	});
});

it('a ready without contradiction is returned as it was sent', async () => {
	for (const data of [
		{ ready: true, warnings: ['Long'] },
		{ ready: false, errors: ['Off'] },
	]) {
		expect(await validate(data)).toEqual({ json: data, hints: [] });
		await service.close();
	}
});
