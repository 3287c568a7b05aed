import express, { type Express, type NextFunction, type Request, type Response } from 'express';

import { ServiceError } from '../core/errors';
import type { Operation } from '../core/operation';
import type { Service } from '../core/service';
import { exchange, type Entrance } from './exchange';
import { deadEnd, restEntrance } from './rest';

/** The REST base, below the origin. */
export const REST_PATH = '/api/v1';

/** Adds another way in, such as the assistant tools, beside the REST routes. */
export type Mount = (app: Express, service: Service, operations: Operation[]) => void;

/** The HTTP face of the service. Everything unknown is an error in the service's envelope. */
export function createApp(service: Service, operations: Operation[], mounts: Mount[]): Express {
	const app = express();
	app.disable('x-powered-by');
	// Revisions are the only ETags.
	app.set('etag', false);
	app.set('strict routing', true);
	app.set('case sensitive routing', true);
	for (const mount of mounts) mount(app, service, operations);

	const answer = (entrance: Entrance) => async (request: Request, response: Response) =>
		await exchange(service, request, response, entrance);
	for (const operation of operations) {
		const { method, route } = operation;
		app.route(`${REST_PATH}${route}`)[lower(method)](answer(restEntrance(service, operation)));
	}
	const unknown = deadEnd(new ServiceError(404, 'route_not_found', 'There is no such route.'));
	app.use(answer(unknown));
	// Express itself refuses a path that cannot be decoded; four parameters mark an error handler.
	app.use((_error: unknown, request: Request, response: Response, next: NextFunction) => {
		answer(unknown)(request, response).catch(next);
	});
	return app;
}

const lowerCase = {
	GET: 'get',
	POST: 'post',
	PUT: 'put',
	PATCH: 'patch',
	DELETE: 'delete',
} as const;

function lower(method: Operation['method']) {
	return lowerCase[method];
}
