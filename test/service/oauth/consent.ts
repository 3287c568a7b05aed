import type { User } from '../core/records';
import type { Application } from './grants';

/** The page on which a user grants an application access. Hidden fields pass the request on. */
export function consentPage(
	{ name }: Application,
	users: Iterable<User>,
	request: Record<string, string>,
): string {
	const hidden = Object.entries(request).map(
		([field, value]) => `<input type="hidden" name="${escape(field)}" value="${escape(value)}">`,
	);
	const choices = [...users].map(
		({ id, name: user }) => `<option value="${escape(id)}">${escape(user)}</option>`,
	);
	return page(`
		<h1>${escape(name)} asks for access</h1>
		<p>It will be able to do everything that your account can do.</p>
		<form method="post">
			${hidden.join('')}
			<label>Signed in as <select name="user_id">${choices.join('')}</select></label>
			<button name="decision" value="allow">Allow</button>
			<button name="decision" value="deny">Deny</button>
		</form>`);
}

export function errorPage(message: string): string {
	return page(`<h1>Invalid request</h1><p>${escape(message)}</p>`);
}

function page(content: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Social Publishing Service</title></head><body>${content}</body></html>`;
}

function escape(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
