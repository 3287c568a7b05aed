import { account } from './account/account.resource';
import { assistantTool } from './assistantTool/assistantTool.resource';
import { brand } from './brand/brand.resource';
import { identity } from './identity/identity.resource';
import { inWorkspace } from './inWorkspace';
import { media } from './media/media.resource';
import type { Resource } from './operation';
import { post } from './post/post.resource';
import { statistics } from './statistics/statistics.resource';
import { webhook } from './webhook/webhook.resource';
import { workspace } from './workspace/workspace.resource';

/** Everything the node can do, one resource per line, in the order in which the editor offers it: the most used first. */
export const resources: Resource[] = [
	post,
	media,
	statistics,
	account,
	brand,
	workspace,
	webhook,
	identity,
	assistantTool,
].map(inWorkspace);
