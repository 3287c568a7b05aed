import type { Mount } from './http/app';
import { MCP_PATH, mountTools } from './mcp/mount';
import { mountAuthorization } from './oauth/mount';

/** The ways into the service beside REST. */
export const mounts: Mount[] = [mountTools, mountAuthorization(MCP_PATH)];
