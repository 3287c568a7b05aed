import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { storeBinary } from '../engine';
import { jpeg } from '../unit/support/files';
import { byId } from '../unit/support/nodeHarness';
import { ScriptedServer } from '../unit/support/scriptedServer';
import { ScriptedService, type Answers } from '../unit/support/scriptedService';
import { PROPERTY_TIMEOUT_MS, settings } from './settings';

const fragment = fc.oneof(
	fc.constantFrom(
		'<script>alert(1)</script>',
		'"><img src=x onerror=alert(1)>',
		"' onmouseover='alert(1)' x='",
		'</span></div></body><h1>',
		'</style><style>* { display: none }',
		'<!-- ',
		' -->',
		']]><![CDATA[',
		'&lt;b&gt; &amp; &quot; &#60;b&#62; &nbsp',
		'javascript:alert(1)',
		'https://example.com/\'"onmouseover="alert(1)"><b>',
		'cid:picture_2',
		'<\u0000b>\ufffe',
		'\u202e\u2066\u200f',
		'\ud800',
		'`${x}` $& $1 {{ $json }}',
		'\n<\n>\r\n\r',
	),
	fc.string({ unit: 'binary' }),
	fc.string(),
);
const hostileText = fc.array(fragment, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));

const hostileTexts = fc.record({
	account: hostileText,
	address: hostileText,
	altText: hostileText,
	fileName: hostileText,
	objection: hostileText,
	platform: fc.oneof(fc.constant('shortpost'), hostileText),
	property: hostileText,
	reply: hostileText,
	status: fc.oneof(fc.constantFrom('draft', 'failed'), hostileText),
	text: hostileText,
});
type Texts = typeof hostileTexts extends fc.Arbitrary<infer T> ? T : never;

/** A service whose every answer contains the texts. */
function answersWith(texts: Texts): Answers {
	const { account: name, altText, fileName, objection, platform, reply, status, text } = texts;
	const ofPost = {
		id: 'd',
		account_id: '3',
		status,
		error: { message: objection },
		text,
		media_ids: ['m'],
		options: { thread: [reply] },
	};
	const accounts = ['3', '4'].map((id) => ({ id, name, platform, max_text_length: 5 }));
	const media = { id: 'm', name: fileName, type: 'image/jpeg', alt: altText, width: 9, height: 9 };
	return {
		'GET /workspaces/1/accounts': () => ({ data: { items: accounts, next_cursor: null } }),
		'GET /workspaces/1/capabilities': () => ({ data: {} }),
		'POST /workspaces/1/posts/validate': () => ({
			data: { ready: false, errors: [{ account_id: '3', message: objection }] },
		}),
		'GET /workspaces/1/posts/7': () => ({
			data: { id: '7', status, text, destinations: [ofPost], scheduled_at: objection },
		}),
		'GET /workspaces/1/media/m': () => ({ data: media }),
		'GET /workspaces/1/media/m/file': () => ({
			headers: { 'content-type': 'image/jpeg' },
			text: 'A file that nobody looks at',
		}),
	};
}

const OF_POST = { previewOf: 'post', postId: byId('7') };
/** Expressions, because a text that starts with `=` would be one. */
const OF_CONTENT = {
	destinationInput: 'perAccount',
	destinations: {
		destination: [
			{
				accountId: '3',
				text: '={{ $json.text }}',
				thread: ['={{ $json.reply }}'],
				mediaUrls: '={{ [$json.address] }}',
			},
			{ accountId: '4' },
		],
	},
	text: '={{ $json.text }}',
	mediaSource: 'input',
	binaryPropertyNames: '={{ ["data", $json.property] }}',
	options: { altTexts: '={{ $json.altText }}', missingMedia: 'skip' },
};

const TAGS = ['a', 'br', 'div', 'img', 'span'];
const ATTRIBUTES = ['alt', 'dir', 'height', 'href', 'src', 'style', 'target', 'width'];

/** The text of a page and its pictures. Fails if the page contains anything else. */
function readPage(markup: string): { text: string; sources: string[]; alts: string[] } {
	const page = { text: '', sources: [] as string[], alts: [] as string[] };
	const refuse = () => {
		throw new Error('A page contains something other than tags and text');
	};
	const parser = new Parser({
		ontext: (text) => (page.text += text),
		onopentag(tag, attributes) {
			expect(TAGS).toContain(tag);
			for (const [name, value] of Object.entries(attributes)) {
				expect(ATTRIBUTES).toContain(name);
				if (name === 'style') expect(value).toMatch(/^[\w #%,./:;-]*$/);
				if (name === 'href') expect(value).toMatch(/^https?:\/\//);
				if (name === 'target') expect(value).toBe('_blank');
				if (name === 'dir') expect(value).toBe('auto');
			}
			if (tag !== 'img') return;
			page.sources.push(attributes.src ?? '');
			page.alts.push(attributes.alt ?? '');
		},
		oncomment: refuse,
		oncdatastart: refuse,
		onprocessinginstruction: refuse,
	});
	parser.end(markup);
	return page;
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** Whatever people, files and the service write, a preview shows it as text. */
it(
	'no text becomes markup in a preview',
	async () => {
		const bytes = await jpeg(40, 30);
		const pictures = await ScriptedServer.open(() => ({ body: bytes }));
		const file = await storeBinary(bytes, 'x.jpg', 'image/jpeg');
		await fc.assert(
			fc.asyncProperty(hostileTexts, fc.boolean(), async (texts, isOfPost) => {
				const service = new ScriptedService();
				await service.open(answersWith(texts));
				try {
					const address = `${pictures.origin}/${texts.address}.jpg`;
					const item: INodeExecutionData = {
						json: { ...texts, address },
						binary: { data: { ...file, fileName: texts.fileName } },
					};
					const { items, hints, error } = await service.run(
						'post:preview',
						isOfPost ? OF_POST : OF_CONTENT,
						{ input: [item] },
					);
					expect(error).toBeUndefined();
					const [{ json }] = items as [INodeExecutionData];
					const [account] = json.accounts as [IDataObject];
					const page = readPage(String(json.html));
					for (const shown of [account.name, account.text, account.replies].flat()) {
						expect(withoutSpaces(page.text)).toContain(withoutSpaces(String(shown ?? '')));
					}
					const sources = isOfPost ? ['cid:picture_1'] : ['cid:picture_1', 'cid:picture_2'];
					expect([...new Set(page.sources)].sort()).toEqual(sources);
					expect(page.alts[0]).toBe((account.media as IDataObject[])[0]?.name);
					const hint = readPage(hints.map(({ message }) => message).join('<br>'));
					expect(hint.sources).toEqual(
						isOfPost ? [] : [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[^"<>]*$/)],
					);
				} finally {
					await service.close();
				}
			}),
			settings(400),
		);
		await pictures.close();
	},
	PROPERTY_TIMEOUT_MS,
);
