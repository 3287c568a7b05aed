import { dialects, type ServiceOptions } from '../../../service';

/** The services that the tests of repeated calls run with. */
export const services: Array<[string, ServiceOptions]> = [
	['the first dialect', { dialect: dialects.first }],
	['the second dialect, without a status of posts', { dialect: dialects.second }],
	['the third readings', { dialect: dialects.third }],
];
