import { RETRY_OPERATIONS, useFailedDelivery } from './failedDelivery';

const failed = useFailedDelivery();

it.each(RETRY_OPERATIONS)(
	'two executions of post:%s at the same time send one retry',
	async (operation) => {
		await failed.open();
		const run = async () => await failed.run(operation, { waitForOutcome: false });
		const runs = await Promise.all([run(), run()]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(failed.sent()).toBe(1);
	},
);
