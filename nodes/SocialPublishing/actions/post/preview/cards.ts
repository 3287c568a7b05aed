import { formatSize } from '../../../media/prepareFile';
import { asSentence } from '../../../shared/text/sentences';
import { html, type Html } from '../../../vendor/html';
import { describeLength, type AccountPreview } from './describePreview';
import type { PreviewedFile, PreviewedMedia } from './shownFiles';

/** Mail apps drop style sheets. The colors are stated, because the page around a card may be dark. */
const style = {
	cards: 'font: 14px/1.45 system-ui, Roboto, Helvetica, Arial, sans-serif',
	card: 'box-sizing: border-box; max-width: 560px; margin: 0 auto 16px; padding: 16px; border: 1px solid #d5d9e0; border-radius: 8px; background: #ffffff; color: #1b1f27; overflow-wrap: anywhere',
	head: 'margin: 0 0 10px',
	badge:
		'float: right; margin: 0 0 4px 8px; padding: 1px 8px; border-radius: 10px; font-size: 12px',
	good: 'background: #e3f3e7; color: #1e6b33',
	bad: 'background: #fdecea; color: #b3261e',
	open: 'background: #eceff3; color: #4a5362',
	name: 'font-size: 15px; font-weight: 600',
	faint: 'color: #5a6372; font-size: 12px',
	problems: 'clear: both; margin: 0 0 10px; padding: 8px 10px; border-radius: 6px',
	text: 'clear: both; margin: 0 0 10px; font-size: 15px',
	spaces: 'white-space: pre-wrap',
	reply: 'margin: 0 0 10px; padding: 0 0 0 10px; border-left: 3px solid #d5d9e0',
	media: 'margin: 0 0 10px',
	picture: 'display: block; max-width: 100%; height: auto; border-radius: 6px',
	file: 'padding: 8px 10px; border: 1px solid #d5d9e0; border-radius: 6px',
	excess: 'color: #b3261e; font-weight: 600',
};

/** The width of a picture in mail apps that do not fit it into the card, in pixels. */
const PICTURE_WIDTH = 320;

const CHANGES: Record<string, string> = {
	shortened: 'Shortened',
	split: 'Split into replies',
	tagged: 'Links tagged',
};

/** One card per account, for a mail or a page. Everything that is not ours is shown as text. Pure. */
export function drawCards(accounts: AccountPreview[]): string {
	const cards = html`<div style="${style.cards}">${accounts.map(drawCard)}</div>`;
	// In a text, spaces and line breaks count.
	return cards
		.toString()
		.replace(/>\s*\n\s*/g, '>')
		.replace(/\s*\n\s*</g, '<');
}

function drawCard(account: AccountPreview): Html {
	const { account_id: id, files, name, platform, problems, replies, text } = account;
	return html`<div style="${style.card}">
		<div style="${style.head}">
			${drawBadge(account)}
			<span style="${style.name}" dir="auto">${name ?? id}</span>
			<span style="${style.faint}">${platform === null ? null : ` ${platform}`}</span>
		</div>
		${problems.length === 0
			? null
			: html`<div style="${style.problems}; ${style.bad}">${problems.map(drawLine)}</div>`}
		${text === null ? null : html`<div style="${style.text}">${drawText(text)}</div>`}
		${files.map(drawFile)}
		${replies.map(
			(reply, index) =>
				html`<div style="${style.reply}">
					<div style="${style.faint}">Reply ${index + 1}</div>
					${drawText(reply)}
				</div>`,
		)}
		<div style="${style.faint}">${drawFacts(account)}</div>
	</div>`;
}

function drawBadge({ ready, state }: AccountPreview): Html {
	const verdict = ready === null ? 'Not checked yet' : ready ? 'Ready' : 'Not ready';
	const isGood = state === undefined ? ready === true : state === 'published';
	const look = isGood ? style.good : ready === false ? style.bad : style.open;
	return html`<span style="${style.badge}; ${look}">${asWords(state) ?? verdict}</span>`;
}

function asWords(state: string | undefined): string | undefined {
	const words = state?.replaceAll('_', ' ');
	return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function drawLine(line: string): Html {
	return html`<div dir="auto">${line}</div>`;
}

function drawText(text: string): Html {
	const lines = text
		.split(/\r\n|[\r\n]/)
		.map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
	return html`<div dir="auto"><span style="${style.spaces}">${lines}</span></div>`;
}

function drawFacts(account: AccountPreview): Html {
	const { changes, characters, limit, text } = account;
	const others = changes.map((change) => ` · ${CHANGES[change] ?? change}`);
	if (text === null) return html`No text${others}`;
	const length = describeLength(account);
	const look = limit !== null && characters > limit ? style.excess : '';
	return html`<span style="${look}">${length}</span>${others}`;
}

function drawFile({ json, problem, source }: PreviewedFile): Html | null {
	const { name, skipped, width } = json;
	const facts = [...describeSize(json), ...describeAltText(json)].join(' · ');
	if (skipped !== undefined) return drawBox(name, `Left out. ${skipped}`);
	// The problems describe it.
	if (problem !== undefined) return null;
	if (source === undefined) return drawBox(name, facts);
	return html`<div style="${style.media}">
		<img
			src="${source}"
			alt="${name}"
			width="${Math.min(width ?? PICTURE_WIDTH, PICTURE_WIDTH)}"
			style="${style.picture}"
		/>
		<div style="${style.faint}" dir="auto">${facts}</div>
	</div>`;
}

function drawBox(name: string, facts: string): Html {
	return html`<div style="${style.media}; ${style.file}">
		<div dir="auto">${name}</div>
		<div style="${style.faint}" dir="auto">${facts}</div>
	</div>`;
}

function describeSize({ height, size_bytes: sizeBytes, width }: PreviewedMedia): string[] {
	return [
		...(width === null || height === null ? [] : [`${width}×${height}`]),
		...(sizeBytes === null ? [] : [formatSize(sizeBytes)]),
	];
}

function describeAltText({ alt_text: altText }: PreviewedMedia): string[] {
	return altText === null ? [] : [`Alt text: ${asSentence(altText)}`];
}
