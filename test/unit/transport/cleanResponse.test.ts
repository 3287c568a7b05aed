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
const envelopeOf = (text: string) => ({
	data: { text },
	requestId: text,
	error: { code: text, message: text, details: [text] },
});

it('cleanEnvelope, cleanHeaders and cleanData remove the token', () => {
	expect(cleanEnvelope(connection, envelopeOf(`My ${TOKEN}!`))).toEqual(envelopeOf('My ***!'));
	expect(cleanEnvelope(connection, envelopeOf(JSON.stringify({ TOKEN })))).toEqual(
		envelopeOf('{"TOKEN":"***"}'),
	);
	expect(cleanHeaders(connection, { etag: TOKEN })).toEqual({ etag: '***' });
	expect(cleanData(connection, [TOKEN])).toEqual(['***']);
});

it('cleanEnvelope keeps a token of fewer than 8 characters, which may be a word of the user', () => {
	expect(cleanEnvelope(short, envelopeOf('a word'))).toEqual(envelopeOf('a word'));
	expect(redactor('word')('a word')).toBe('a ***');
	expect(redactor('eight888')('an eight888', 8)).toBe('an ***');
});

it('cleanEnvelope shortens an error, but not the data', () => {
	const { data, requestId, error } = cleanEnvelope(connection, envelopeOf('x'.repeat(50_000)));
	expect(data).toEqual({ text: 'x'.repeat(50_000) });
	expect(requestId?.length).toBe(201);
	expect(error.code?.length).toBe(201);
	expect(error.message?.length).toBe(1_001);
	expect(JSON.stringify(error.details).length).toBeLessThan(11_000);
});

it('cleanEnvelope leaves missing values missing', () => {
	const nothing = {
		data: undefined,
		requestId: undefined,
		error: { code: undefined, message: undefined, details: undefined },
	};
	expect(cleanEnvelope(connection, nothing)).toEqual(nothing);
	expect(cleanEnvelope(connection, { ...nothing, isForeign: true }).isForeign).toBe(true);
});
