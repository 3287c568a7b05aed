import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { storeBinary } from '../engine';
import { jpeg } from '../unit/support/files';
import { byId, type ServiceRuns } from './serviceRuns';

/** The address of a webhook to which nothing is sent. */
export const WEBHOOK_URL = 'http://127.0.0.1:9/hook';

/** What a task can use. */
export interface Stage {
	runs: ServiceRuns;
	/** The token of the run. */
	token: string;
	/** The origin of a server with a picture at each path. */
	pictureOrigin: string;
	/** Different in each run. */
	runNumber: number;
}

interface Arrangement {
	parameters?: INodeParameters;
	/** One item for each piece of work. */
	input?: INodeExecutionData[];
}

/** One kind of task, and the fewest requests that the interface of the service allows for it. */
export interface Task {
	title: string;
	/** `resource:operation` */
	name: string;
	/** Requests that no implementation can do without, for each item and for a run. */
	minimum: { item?: string[]; run?: string[] };
	arrange?: (stage: Stage) => Promise<Arrangement>;
}

/** Of each task that has items. */
export const ITEMS = 5;

const numbers = Array.from({ length: ITEMS }, (_, index) => index);

export const texts = (): INodeExecutionData[] =>
	numbers.map((number) => ({ json: { text: `Bread ${number}`, number } }));

export const UPLOAD = [
	'begin_media_upload',
	'upload_media_part',
	'complete_media_upload',
	'get_media',
];

/** Post → Create with the ID of an account, and more fields. */
export function creation(
	title: string,
	minimum: Task['minimum'],
	fields: (stage: Stage) => INodeParameters = () => ({}),
	input: () => INodeExecutionData[] | Promise<INodeExecutionData[]> = texts,
): Task {
	return {
		title,
		name: 'post:create',
		minimum,
		async arrange(stage) {
			const { service } = stage.runs;
			const accountIds = [service.accountId('Bread on Shortpost')];
			return {
				parameters: { text: '={{ $json.text }}', accountIds, ...fields(stage) },
				input: await input(),
			};
		},
	};
}

/** A task on posts that exist. */
export function onPosts(
	title: string,
	name: string,
	minimum: Task['minimum'],
	fields: INodeParameters = {},
): Task {
	return {
		title,
		name,
		minimum,
		async arrange({ runs }) {
			const accountIds = [runs.service.accountId('Bread on Shortpost')];
			const parameters = { text: '={{ $json.text }}', accountIds, simplify: false };
			const posts = await runs.records('post:create', parameters, texts());
			return {
				parameters: { postId: byId('={{ $json.id }}'), ...fields },
				input: posts.map((json) => ({ json })),
			};
		},
	};
}

export function onWebhooks(
	title: string,
	name: string,
	main: string,
	fields: INodeParameters = {},
): Task {
	return {
		title,
		name,
		minimum: { item: [main] },
		async arrange({ runs, token }) {
			const parameters = { url: `=${WEBHOOK_URL}?{{ $json.number }}`, events: ['media.ready'] };
			const webhooks = await runs.records('webhook:create', parameters, texts(), token);
			return {
				parameters: { webhookId: byId('={{ $json.id }}'), ...fields },
				input: webhooks.map((json) => ({ json })),
			};
		},
	};
}

export async function pictures(): Promise<INodeExecutionData[]> {
	const bytes = await jpeg(320);
	const stored = texts().map(async (item) => ({
		...item,
		binary: { data: await storeBinary(bytes, 'bread.jpg', 'image/jpeg') },
	}));
	return await Promise.all(stored);
}
