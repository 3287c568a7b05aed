import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Connection } from '../../../nodes/SocialPublishing/transport/connection';
import { quietConnection } from './quietConnection';

interface Answer {
	/** 200 by default. */
	status?: number;
	body?: IDataObject;
}

/** A connection whose requests get this answer without a service. `requests` has their method, path and body. */
export function respondingConnection(answer: Answer | ((request: string) => Answer)) {
	const requests: string[] = [];
	const respond = ({ method, url, body }: IHttpRequestOptions): IN8nHttpFullResponse => {
		const request = [method, url, body].filter((part) => part !== undefined).join(' ');
		requests.push(request);
		const given = typeof answer === 'function' ? answer(request) : answer;
		return { statusCode: given.status ?? 200, headers: {}, body: given.body };
	};
	const helpers = { httpRequest: async (options: IHttpRequestOptions) => respond(options) };
	const functions = { helpers } as unknown as Connection['functions'];
	const connection = quietConnection({ functions, credentialType: undefined, baseUrl: '' });
	return { connection, requests };
}
