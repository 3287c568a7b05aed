import fc from 'fast-check';
import type {
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import sharp, { type Sharp } from 'sharp';

import { binaryBytes, storeBinary } from '../engine';
import { limitsOf, platforms } from '../service/core/platforms';
import { jpeg } from '../unit/support/files';
import { useNodeHarness } from '../unit/support/nodeHarness';
import { picture } from '../unit/actions/createRecords';
import { plans, type Plan } from './preview/plan';
import { PROPERTY_TIMEOUT_MS, settings } from './settings';

/** Longer than the node keeps what accounts accept. */
const LATER_MS = 10 * 60_000;

const harness = useNodeHarness();
const usualLimits = Object.entries(platforms).map(
	([name, each]) => [name, each.textLength] as const,
);
let files: IBinaryKeyData = {};
let libraryFile = '';

beforeEach(async () => {
	const small = await jpeg(24, 16);
	const turned = await sharp(small).withMetadata({ orientation: 6 }).jpeg().toBuffer();
	const wide = { width: 5_000, height: 3, channels: 3, background: '#c0763a' } as const;
	const pngOf = async (source: Sharp) => await source.png().toBuffer();
	files = {
		small: await storeBinary(small, 'small.jpg', 'image/jpeg'),
		photo: await storeBinary(await pngOf(sharp(small)), 'photo.png', 'image/png'),
		wide: await storeBinary(await pngOf(sharp({ create: wide })), 'wide.png', 'image/png'),
		turned: await storeBinary(turned, 'turned.jpg', 'image/jpeg'),
	};
	libraryFile = (await picture(harness)).id;
});

afterAll(() => setLimits(Object.fromEntries(usualLimits)));

function setLimits(limits: Record<string, number>): void {
	for (const [name, length] of Object.entries(limits)) limitsOf(name).textLength = length;
}

function formOf({ accounts, files: names, isShared, mediaSource, options, text }: Plan) {
	const destination = accounts.map(({ name, text: own, thread, usesLibrary }) => ({
		accountId: harness.service.accountId(name),
		...(own !== undefined && { text: '={{ $json.texts[' + JSON.stringify(name) + '] }}' }),
		...(thread !== undefined && { thread }),
		...(usesLibrary && { mediaIds: [libraryFile] }),
	}));
	const form: INodeParameters = {
		...(isShared
			? { accountIds: destination.map(({ accountId }) => accountId) }
			: { destinationInput: 'perAccount', destinations: { destination } }),
		text: '={{ $json.text }}',
		mediaSource,
		binaryPropertyNames: names.join(),
		mediaIds: [libraryFile],
		options: { ...options, validateFirst: false },
	};
	const texts = Object.fromEntries(accounts.map((each) => [each.name, each.text ?? '']));
	return { form, input: [{ json: { text, texts }, binary: files }] };
}

interface Shown {
	account_id: string;
	text: string;
	replies: string[];
	media: Array<{ bytes: string; altText: string }>;
}

async function readPreview(item: INodeExecutionData): Promise<Shown[]> {
	const accounts = item.json.accounts as IDataObject[];
	return await Promise.all(
		accounts.map(async ({ account_id, media, replies, text }) => {
			const sent = (media as IDataObject[]).filter(({ skipped }) => skipped === undefined);
			return {
				account_id: String(account_id),
				text: String(text ?? ''),
				replies: replies as string[],
				media: await Promise.all(
					sent.map(async ({ alt_text, binary }) => ({
						bytes: (await binaryBytes(item, String(binary))).toString('base64'),
						altText: String(alt_text ?? ''),
					})),
				),
			};
		}),
	);
}

/** What the service has got of each account. */
function readSent(): Shown[] {
	const { state } = harness.service;
	return [...state.posts.values()].flatMap((post) =>
		post.destinations.map(({ content: { account_id, media_ids = [], options = {}, text } }) => ({
			account_id,
			text: text ?? post.text,
			replies: options.thread ?? [],
			media: media_ids.map((id) => {
				const media = state.media.get(id);
				return { bytes: media?.bytes?.toString('base64') ?? '', altText: media?.alt ?? '' };
			}),
		})),
	);
}

/** Whatever is entered, a preview shows of each account what Create then sends, or the obstacle at which Create fails. */
it(
	'a preview shows what Create sends',
	async () => {
		await fc.assert(
			fc.asyncProperty(plans, async (plan) => {
				const { service } = harness;
				setLimits({ ...Object.fromEntries(usualLimits), ...plan.limits });
				await service.clock.advance(LATER_MS);
				service.state.posts.clear();
				service.journal.clear();
				const { form, input } = formOf(plan);
				const preview = await harness.run('post', 'preview', form, { input });
				expect(service.state.posts.size).toBe(0);
				const created = await harness.run('post', 'create', form, { input });
				if (preview.error !== undefined) {
					expect(created.error?.message).toBe(preview.error.message);
					return;
				}
				const [item] = preview.items;
				if (item === undefined) throw new Error('There is no preview');
				if (created.error === undefined) {
					expect(await readPreview(item)).toEqual(readSent());
					return;
				}
				const problems = (item.json.accounts as IDataObject[]).flatMap((each) => each.problems);
				expect(problems).toContain(`${created.error.message}.`);
			}),
			settings(600),
		);
	},
	PROPERTY_TIMEOUT_MS,
);
