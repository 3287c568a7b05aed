import express, { type Express, type NextFunction, type Request, type Response } from 'express';

import { ServiceError } from '../core/errors';
import type { Operation } from '../core/operation';
import type { Service } from '../core/service';
import { foreignHandler, isFromHere } from './foreign';
import { handleRequest, type RouteHandler } from './handleRequest';
import { rejectingHandler, restHandler } from './restHandler';

/** The REST base path. */
export const REST_PATH = '/api/v1';

/** Adds routes in addition to REST, such as those of the assistant tools. */
export type Mount = (app: Express, service: Service, operations: Operation[]) => void;

/** The service's Express app. An unknown route returns an error in the service's envelope. */
export function createApp(service: Service, operations: Operation[], mounts: Mount[]): Express {
	const app = express();
	app.disable('x-powered-by');
	// Express must not add its own: an ETag is always a post's revision.
	app.set('etag', false);
	app.set('strict routing', true);
	app.set('case sensitive routing', true);
	const serve = (handler: RouteHandler) => async (request: Request, response: Response) =>
		await handleRequest(service, request, response, handler);
	app.use((request: Request, response: Response, next: NextFunction) => {
		if (isFromHere(service, request)) next();
		else serve(foreignHandler)(request, response).catch(next);
	});
	for (const mount of mounts) mount(app, service, operations);

	for (const operation of operations) {
		const { method, route } = operation;
		app.route(`${REST_PATH}${route}`)[lower(method)](serve(restHandler(service, operation)));
	}
	const unknown = rejectingHandler(
		new ServiceError(404, 'route_not_found', 'There is no such route.'),
	);
	app.use(serve(unknown));
	// Express itself rejects a path that it cannot decode. Four parameters mark an error handler.
	app.use((_error: unknown, request: Request, response: Response, next: NextFunction) => {
		serve(unknown)(request, response).catch(next);
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
