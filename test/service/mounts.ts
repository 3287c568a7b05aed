import type { Mount } from './http/app';

/** The ways into the service beside REST. */
export const mounts: Mount[] = [];
