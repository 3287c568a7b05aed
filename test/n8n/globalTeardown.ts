import { closeSharedHosts } from './globalSetup';

/** Runs once after all test files. */
export default closeSharedHosts;
