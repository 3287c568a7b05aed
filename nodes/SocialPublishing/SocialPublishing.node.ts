import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { nodeOutputs } from './actions/post/publishing/once';
import { describeResources, findOperation } from './actions/resources';
import { runItems } from './actions/runItems';
import { getAssistantTools, getToolArguments } from './methods/assistantTools';
import { socialPublishingApiTest } from './methods/credentialTest';
import {
	searchAccounts,
	searchFailedDeliveries,
	searchMedia,
	searchPosts,
	searchWebhookDeliveries,
	searchWebhooks,
	searchWorkspaces,
	getAccounts,
	getBrands,
	getMedia,
	getPlatforms,
	getTimeZones,
} from './methods/pickers';

export class SocialPublishing implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Publishing',
		name: 'socialPublishing',
		icon: {
			light: 'file:../../icons/socialPublishing.svg',
			dark: 'file:../../icons/socialPublishing.dark.svg',
		},
		group: ['output'],
		version: 1,
		// Shows whether a new post goes live: "create + publish: post".
		subtitle:
			'={{ $parameter["operation"] + ($parameter["operation"] === "create" && ["publish", "schedule"].includes($rawParameter["afterCreate"]) ? " + " + $rawParameter["afterCreate"] : "") + ": " + $parameter["resource"] }}',
		description:
			'Publish and schedule posts with pictures and videos on social media, and read their outcome and statistics',
		defaults: { name: 'Social Publishing' },
		inputs: [NodeConnectionTypes.Main],
		outputs: nodeOutputs,
		usableAsTool: true,
		// For n8n's AI builder; versions without it ignore this.
		builderHint: {
			searchHint:
				'Publishes on social media accounts. Post → Create with When to Publish set to publish or schedule does everything in one step, including the files and the wait for the outcome. Use a separate Publish step only for a draft that already exists.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-social-publishing.socialPublishingTrigger',
					relationHint: 'Starts a workflow when a post is published, fails or needs attention',
				},
			],
		},
		credentials: [
			{
				name: 'socialPublishingApi',
				required: true,
				testedBy: 'socialPublishingApiTest',
				displayOptions: { hide: { toolAuthentication: ['oAuth2'] } },
			},
			{
				name: 'socialPublishingOAuth2Api',
				required: true,
				displayOptions: { show: { toolAuthentication: ['oAuth2'] } },
			},
		],
		properties: describeResources(),
	};

	methods = {
		credentialTest: { socialPublishingApiTest },
		listSearch: {
			searchAccounts,
			searchFailedDeliveries,
			searchMedia,
			searchPosts,
			searchWebhookDeliveries,
			searchWebhooks,
			searchWorkspaces,
		},
		loadOptions: {
			getAccounts,
			getAssistantTools,
			getBrands,
			getMedia,
			getPlatforms,
			getTimeZones,
		},
		resourceMapping: { getToolArguments },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0);
		const operation = this.getNodeParameter('operation', 0);
		return await runItems(this, findOperation(resource, operation));
	}
}
