import type { Resource } from './operation';
import { media } from './media/media.resource';
import { post } from './post/post.resource';

/** Everything the node can do: one line a resource. */
export const resources: Resource[] = [media, post];
