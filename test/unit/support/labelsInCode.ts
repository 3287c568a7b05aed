import type { INodeProperties } from 'n8n-workflow';

import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishingOAuth2Api } from '../../../credentials/SocialPublishingOAuth2Api.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingPollTrigger } from '../../../nodes/SocialPublishing/SocialPublishingPollTrigger.node';
import { SocialPublishingTrigger } from '../../../nodes/SocialPublishing/SocialPublishingTrigger.node';
import { allFields } from './formFields';

const labelsOf = (field: INodeProperties) => [
	field.displayName,
	...(field.options ?? []).flatMap((option) =>
		[option.name, 'action' in option ? (option.action ?? []) : []].flat(),
	),
];

const properties = [
	...[SocialPublishing, SocialPublishingTrigger, SocialPublishingPollTrigger].flatMap(
		(NodeType) => new NodeType().description.properties,
	),
	...[SocialPublishingApi, SocialPublishingOAuth2Api].flatMap(
		(CredentialType) => new CredentialType().properties,
	),
];

/** What the editor shows of the nodes and credentials: the names of the fields, their choices and the actions. */
export const labelsInCode: ReadonlySet<string> = new Set(
	allFields(properties)
		.flatMap(labelsOf)
		.filter((label) => label !== ''),
);
