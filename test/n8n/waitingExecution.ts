import type { Execution } from './execution';
import type { RestClient } from './rest';
import { TIMEOUT_MS, waitUntil } from './waitUntil';

/** n8n ignores requests of bots that only preview a link in a message. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0' };

/**
 * Opens the link with which an execution can be continued, once it waits for that.
 *
 * @param answers if the link leads to a form: what to submit, in the order of its fields
 * @param login headers with a user name and a password, if the form asks for them
 * @returns the execution when it has finished
 */
export async function followLink(
	rest: RestClient,
	executionId: string,
	link: string,
	answers?: string[],
	login: Record<string, string> = {},
): Promise<Execution> {
	await untilWaiting(rest, executionId);
	const page = await openLink(link, login);
	if (!page.ok) throw new Error(`${link} leads to ${page.status}: ${await page.text()}`);
	if (answers !== undefined) await submitForm(link, answers, login);
	// n8n 1 saves that the execution has finished before it saves its data. Before that, it returns the data of the wait.
	const hasGoneOn = async () =>
		!(await isWaiting(rest, executionId)) &&
		(await rest.finishedExecution(executionId)).data.waitTill === undefined;
	await waitUntil(hasGoneOn, TIMEOUT_MS, 'the execution to go on');
	return await rest.execution(executionId);
}

/** Call it before you open a form: while the execution is running, n8n never answers a request for it. */
export async function untilWaiting(rest: RestClient, executionId: string): Promise<void> {
	const waits = async () => await isWaiting(rest, executionId);
	await waitUntil(waits, TIMEOUT_MS, 'the execution to wait');
}

async function isWaiting(rest: RestClient, executionId: string): Promise<boolean> {
	return (await rest.execution(executionId)).status === 'waiting';
}

/** Opens a link as a browser does. */
export async function openLink(
	link: string,
	headers: Record<string, string> = {},
): Promise<Response> {
	return await fetch(link, { headers: { ...BROWSER, ...headers } });
}

/** Submits one of n8n's forms. */
export async function submitForm(
	address: string,
	answers: string[],
	headers: Record<string, string> = {},
): Promise<void> {
	const body = new FormData();
	for (const [index, answer] of answers.entries()) body.append(`field-${index}`, answer);
	const request = { method: 'POST', headers: { ...BROWSER, ...headers }, body };
	const { ok, status } = await fetch(address, request);
	if (!ok) throw new Error(`The form at ${address} was not accepted: ${status}`);
}

/** The link at the end of a message, as in a chat. */
export function lastLinkIn(message = ''): string {
	return /http\S+$/.exec(message)?.[0] ?? '';
}

/** The links in a mail of n8n. */
export function linksIn(html = ''): string[] {
	return [...html.matchAll(/href="(http[^"]+)"/g)].map(([, link = '']) =>
		link.replaceAll('&amp;', '&'),
	);
}
