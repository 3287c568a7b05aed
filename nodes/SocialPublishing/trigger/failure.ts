import { ServiceFailure } from '../transport/failure';

/** For `.catch`: a failed request as a value; anything else is a mistake of ours and is thrown on. */
export function asServiceFailure(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw error;
}

/** One or two sentences: what happened, and what to do next. */
export function describeFailure(error: unknown): string {
	if (error instanceof ServiceFailure) return `${error.message}. ${error.description}`;
	return error instanceof Error ? error.message : String(error);
}
