/** Status codes of HTTP. */

export function isSuccess(status: number | undefined): boolean {
	return status !== undefined && status >= 200 && status < 300;
}

/** No response, a fault of the server, or a timeout reported by a proxy. */
export function isFault(status: number | undefined): boolean {
	return status === undefined || status >= 500 || status === 408;
}
