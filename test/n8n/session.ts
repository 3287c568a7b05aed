export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Olive',
	lastName: 'Owner',
	password: 'Correct-Horse-7',
};

/** A session with n8n's internal REST API. A cookie keeps it logged in, as in a browser. */
export class Session {
	/** What a browser needs to be logged in as well. */
	cookies: Array<{ name: string; value: string }> = [];

	constructor(private readonly url: string) {}

	/** Creates the owner, as on the first visit to a new n8n. */
	async setUpOwner(): Promise<void> {
		await this.request('POST', '/owner/setup', OWNER);
	}

	async logIn(): Promise<void> {
		await this.request('POST', '/login', {
			emailOrLdapLoginId: OWNER.email,
			password: OWNER.password,
		});
	}

	/** Invites people. Returns the id of each account and the address at which its user accepts the invitation. */
	async invite(emails: string[]): Promise<Array<{ id: string; link: string }>> {
		const invitations = emails.map((email) => ({ email, role: 'global:member' }));
		const invited = await this.request<Array<{ user: { id: string; inviteAcceptUrl: string } }>>(
			'POST',
			'/invitations',
			invitations,
		);
		return invited.map(({ user }) => ({ id: user.id, link: user.inviteAcceptUrl }));
	}

	/** Accepts an invitation, under the owner's name, which logs the user in. */
	async accept(link: string): Promise<void> {
		const { firstName, lastName, password } = OWNER;
		const { inviteeId, ...proof } = Object.fromEntries(new URL(link).searchParams);
		// n8n 1 names the user in the path; n8n 2 finds the user by a token.
		const path = inviteeId === undefined ? '' : `/${inviteeId}`;
		const body = { ...proof, firstName, lastName, password };
		await this.request('POST', `/invitations${path}/accept`, body);
	}

	/** @throws with n8n's own message if the status is not a success */
	async request<Result = unknown>(method: string, path: string, body?: unknown): Promise<Result> {
		const response = await this.send(method, path, body);
		return ((await response.json()) as { data: Result }).data;
	}

	/** The events of a response that is a stream. */
	async stream(
		method: string,
		path: string,
		body: unknown,
	): Promise<Array<Record<string, unknown>>> {
		const text = await (await this.send(method, path, body)).text();
		return text
			.split('\n')
			.filter((line) => line.startsWith('data: '))
			.map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);
	}

	/** @param body a form with files, or else what is sent as JSON */
	protected async send(method: string, path: string, body?: unknown): Promise<Response> {
		const isForm = body instanceof FormData;
		const cookie = this.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: { cookie, ...(!isForm && { 'content-type': 'application/json' }) },
			body: isForm ? body : JSON.stringify(body),
		});
		const received = response.headers.getSetCookie();
		if (received.length > 0) this.cookies = received.map(readCookie);
		if (!response.ok) {
			throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
		}
		return response;
	}
}

function readCookie(header: string): { name: string; value: string } {
	const [pair = ''] = header.split(';');
	const nameEnd = pair.indexOf('=');
	return { name: pair.slice(0, nameEnd), value: pair.slice(nameEnd + 1) };
}
