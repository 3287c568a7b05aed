import { PROTECTED_HOST } from '../support/protectPrivateAddresses';
import { jpeg } from '../support/files';
import { useNodeHarness } from '../support/nodeHarness';
import { usePictureHost } from '../support/pictureHost';

const harness = useNodeHarness();
const host = usePictureHost();

it.each([
	['directly', false],
	['by a redirect', true],
])(
	'n8n still refuses a private address with a recognizable error: %s',
	async (_how, isRedirected) => {
		const picture = await jpeg();
		const { origin, requests } = await host.open(() => ({ body: picture }), PROTECTED_HOST);
		const { origin: start } = isRedirected
			? await host.open(() => ({ status: 302, headers: { Location: `${origin}/a.jpg` } }))
			: { origin };
		const { error } = await harness.run('post', 'create', {
			text: 'Fresh bread',
			accountIds: [harness.service.accountId('Bread on Shortpost')],
			mediaSource: 'address',
			mediaUrls: `${start}/a.jpg`,
		});
		expect(error?.message).toBe(
			`Could not download the file at ${new URL(start).host}/a.jpg${isRedirected ? `, which redirects to ${new URL(origin).host}` : ''}: your n8n does not allow requests to this address`,
		);
		expect(error?.description).toContain('Ask your n8n administrator to allow the host');
		expect(requests).toEqual([]);
		expect(harness.pauses).toEqual([]);
	},
);
