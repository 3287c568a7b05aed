import type { Mount } from './http/app';
import { mountTools } from './mcp/mount';

/** The ways into the service beside REST. */
export const mounts: Mount[] = [mountTools];
