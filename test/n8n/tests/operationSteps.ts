import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { OperationInput, OperationResult } from '../operation';
import type { Stage } from '../stage';

/** One operation, run once. */
export interface Step {
	parameters: () => INodeParameters;
	input?: () => OperationInput;
	/** Of the first record that comes out. */
	expected: () => IDataObject;
	/** Keeps what later steps refer to, and looks closer where records do not show all. */
	keep?: (result: OperationResult) => void | Promise<void>;
}

/**
 * Every operation, in an order in which each finds what it works on.
 *
 * @param stage is there once the first step runs
 * @returns steps by `<resource> <operation>`, after a colon what is special about it
 */
export function operationSteps(
	stage: () => Stage,
	photograph: () => Buffer,
): Array<[string, Step]> {
	const kept = {
		post: '',
		etag: '',
		scheduled: '',
		destination: '',
		media: '',
		webhook: '',
		delivery: '',
	};
	const locator = (value: string) => ({ __rl: true, mode: 'id', value });
	const account = (name: string) => stage().service.accountId(name);
	const to = (name: string) => ({ destinationInput: 'accounts', accountIds: [account(name)] });
	const aDayAhead = () => ({ scheduledAt: '={{ $now.plus({ days: 1 }) }}' });
	const post = (id = kept.post) => ({ postId: locator(id) });
	const media = () => ({ mediaId: locator(kept.media) });
	const webhook = () => ({ webhookId: locator(kept.webhook) });
	const firstId = ({ records }: OperationResult) => String(records[0]?.id);
	const idOf = (name: keyof typeof kept) => (result: OperationResult) => {
		kept[name] = firstId(result);
	};

	return [
		['identity get', { parameters: () => ({}), expected: () => ({ name: 'Ada Example' }) }],
		['workspace getAll', { parameters: () => ({}), expected: () => ({ name: 'Bakery' }) }],
		['workspace getCapabilities', { parameters: () => ({}), expected: () => ({}) }],
		['brand getAll', { parameters: () => ({}), expected: () => ({ name: 'Bread' }) }],
		[
			'account getAll',
			{
				parameters: () => ({ filters: { platform: 'photowall' } }),
				expected: () => ({ id: account('Bread on Photowall') }),
			},
		],
		[
			'media upload',
			{
				parameters: () => ({ binaryPropertyName: 'picture', options: { altText: 'Two figures' } }),
				input: () => ({
					files: {
						picture: {
							content: Uint8Array.from(photograph()),
							fileName: 'figures.jpg',
							mimeType: 'image/jpeg',
						},
					},
				}),
				expected: () => ({ type: 'image/jpeg', alt: 'Two figures' }),
				keep: idOf('media'),
			},
		],
		['media get', { parameters: media, expected: () => ({ id: kept.media }) }],
		['media getAll', { parameters: () => ({}), expected: () => ({ id: kept.media }) }],
		[
			'media update',
			{
				parameters: () => ({ ...media(), altText: 'Two policemen' }),
				expected: () => ({ alt: 'Two policemen' }),
			},
		],
		[
			'media download',
			{
				parameters: media,
				expected: () => ({ id: kept.media }),
				keep: async ({ items }) => {
					const file = items[0]?.binary?.data;
					expect(file && (await stage().n8n.rest.download(file))).toEqual(photograph());
				},
			},
		],
		['media delete', { parameters: media, expected: () => ({ deleted: true, id: kept.media }) }],
		[
			'post validate',
			{
				parameters: () => ({ text: 'Ready?', ...to('Cakes on Pagebook') }),
				expected: () => ({ ready: true }),
			},
		],
		[
			'post create',
			{
				parameters: () => ({ text: 'Made in a test', ...to('Cakes on Pagebook') }),
				expected: () => ({ text: 'Made in a test', status: 'draft' }),
				keep: (result) => {
					kept.post = firstId(result);
					kept.etag = String(result.records[0]?.etag);
				},
			},
		],
		['post get', { parameters: post, expected: () => ({ id: kept.post, etag: kept.etag }) }],
		['post getAll', { parameters: () => ({}), expected: () => ({ id: kept.post }) }],
		[
			'post update',
			{
				parameters: () => ({
					...post(),
					revision: 'expected',
					etag: kept.etag,
					updateFields: { text: 'Changed in a test' },
				}),
				expected: () => ({ text: 'Changed in a test' }),
			},
		],
		[
			'post duplicate',
			{
				parameters: post,
				expected: () => ({ text: 'Changed in a test', status: 'draft' }),
				keep: idOf('scheduled'),
			},
		],
		[
			'post schedule',
			{
				parameters: () => ({ ...post(kept.scheduled), ...aDayAhead() }),
				expected: () => ({ status: 'scheduled' }),
			},
		],
		[
			'post reschedule',
			{
				parameters: () => ({
					...post(kept.scheduled),
					scheduledAt: '={{ $now.plus({ days: 2 }) }}',
				}),
				expected: () => ({ status: 'scheduled' }),
			},
		],
		[
			'post cancel',
			{ parameters: () => post(kept.scheduled), expected: () => ({ id: kept.scheduled }) },
		],
		[
			'post delete',
			{
				parameters: () => post(kept.scheduled),
				expected: () => ({ deleted: true, id: kept.scheduled }),
			},
		],
		['post publish', { parameters: post, expected: () => ({ id: kept.post }) }],
		['post waitForOutcome', { parameters: post, expected: () => ({ status: 'published' }) }],
		['statistics getPost', { parameters: post, expected: () => ({}) }],
		[
			'statistics getAccount',
			{
				parameters: () => ({ accountId: locator(account('Cakes on Pagebook')) }),
				expected: () => ({}),
			},
		],
		['statistics getWorkspace', { parameters: () => ({}), expected: () => ({}) }],
		[
			'statistics refreshAccount',
			{
				parameters: () => ({ accountId: locator(account('Bakery on Worklink')) }),
				expected: () => ({}),
			},
		],
		[
			'webhook create',
			{
				parameters: () => ({ url: 'http://127.0.0.1:9/nobody', events: ['post.created'] }),
				expected: () => ({ signing_secret: expect.any(String) }),
				keep: idOf('webhook'),
			},
		],
		['webhook getAll', { parameters: () => ({}), expected: () => ({ id: kept.webhook }) }],
		[
			'webhook update',
			{
				parameters: () => ({ ...webhook(), updateFields: { events: ['post.failed'] } }),
				expected: () => ({ events: ['post.failed'] }),
			},
		],
		[
			'post create: published, on an account that fails',
			{
				parameters: () => ({
					text: 'Nobody will read this',
					...to('Always fails'),
					afterCreate: 'publish',
					options: { waitForOutcome: true, failOn: 'never' },
				}),
				expected: () => ({ status: 'failed' }),
				keep: ({ records }) => {
					const destinations = records[0]?.destinations as IDataObject[] | undefined;
					kept.destination = String(destinations?.[0]?.id);
				},
			},
		],
		[
			'post retryDelivery',
			{ parameters: () => ({ destinationId: kept.destination }), expected: () => ({}) },
		],
		[
			'webhook getDeliveries',
			{
				parameters: webhook,
				expected: () => ({ event_type: 'post.failed' }),
				keep: ({ records }) => {
					kept.delivery = String(records[0]?.delivery_id);
				},
			},
		],
		[
			'webhook replayDelivery',
			{ parameters: () => ({ ...webhook(), deliveryId: kept.delivery }), expected: () => ({}) },
		],
		[
			'webhook delete',
			{ parameters: webhook, expected: () => ({ deleted: true, id: kept.webhook }) },
		],
		[
			'assistantTool getAll',
			{ parameters: () => ({}), expected: () => ({ name: expect.any(String) }) },
		],
		[
			'assistantTool call',
			{
				parameters: () => ({
					toolName: 'list_workspaces',
					argumentsInput: 'json',
					toolArguments: '{}',
				}),
				expected: () => ({ name: 'Bakery' }),
			},
		],
	];
}
