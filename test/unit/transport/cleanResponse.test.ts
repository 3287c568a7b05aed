import {
	cleanData,
	cleanEnvelope,
	cleanHeaders,
} from '../../../nodes/SocialPublishing/transport/envelope';
import { redactor } from '../../../nodes/SocialPublishing/transport/connection';

const TOKEN = 'token-of-12"';
const holding = (token: string) => ({
	redact: (text: string, minimumLength?: number) => redactor(token)(text, minimumLength),
});
const connection = holding(TOKEN);
const short = holding('word');
const said = (text: string) => ({
	data: { text },
	requestId: text,
	error: { code: text, message: text, details: [text] },
});

it('nothing that the service says contains the token', () => {
	expect(cleanEnvelope(connection, said(`My ${TOKEN}!`))).toEqual(said('My ***!'));
	expect(cleanEnvelope(connection, said(JSON.stringify({ TOKEN })))).toEqual(
		said('{"TOKEN":"***"}'),
	);
	expect(cleanHeaders(connection, { etag: TOKEN })).toEqual({ etag: '***' });
	expect(cleanData(connection, [TOKEN])).toEqual(['***']);
});

it('a token that may be a word of the user stays in the text', () => {
	expect(cleanEnvelope(short, said('a word'))).toEqual(said('a word'));
	expect(redactor('word')('a word')).toBe('a ***');
	expect(redactor('eight888')('an eight888', 8)).toBe('an ***');
});

it('an error has a readable length', () => {
	const { data, requestId, error } = cleanEnvelope(connection, said('x'.repeat(50_000)));
	expect(data).toEqual({ text: 'x'.repeat(50_000) });
	expect(requestId?.length).toBe(201);
	expect(error.code?.length).toBe(201);
	expect(error.message?.length).toBe(1_001);
	expect(JSON.stringify(error.details).length).toBeLessThan(11_000);
});

it('what is not told stays so', () => {
	const nothing = {
		data: undefined,
		requestId: undefined,
		error: { code: undefined, message: undefined, details: undefined },
	};
	expect(cleanEnvelope(connection, nothing)).toEqual(nothing);
	expect(cleanEnvelope(connection, { ...nothing, isForeign: true }).isForeign).toBe(true);
});
