import { InputFailure } from '../shared/failure';
import { parseJson, textOf } from '../shared/json';
import { cutText } from '../shared/text/sentences';
import type { Item } from './item';
import { asText, readText } from './parameters';

/**
 * A text that is published. An expression returns undefined for a column that the item does not have. As an empty text, it
 * would delete the text that a post has.
 *
 * @param expression of the field, if known
 */
export function asWrittenText(value: unknown, label: string, expression?: unknown): string {
	if (value !== undefined) return asText(value, label);
	const isKnown = typeof expression === 'string' && expression.startsWith('=');
	throw missingColumnFailure(`'${label}' has no value`, isKnown ? expression.slice(1) : undefined);
}

/** As `asWrittenText`. The path of a field in a collection contains a dot. */
export function asTextOfField(
	item: Item,
	fieldPath: string,
	value: unknown,
	label: string,
): string {
	const expression = readExpression(item, fieldPath);
	refuseGaps(item, expression, label);
	return asWrittenText(value, label, expression);
}

/** What was entered in a field, with its expressions. */
export function readExpression({ functions, index }: Item, fieldPath: string): unknown {
	return functions.getNodeParameter(fieldPath, index, '', { rawExpressions: true });
}

/**
 * Within a text, n8n replaces an expression that returns undefined with nothing, so each is evaluated by itself.
 *
 * @param entered a text in which n8n evaluates expressions if it begins with `=`
 */
export function refuseGaps(item: Item, entered: unknown, label: string): void {
	const [expression] = gapsIn(item, entered);
	if (expression === undefined) return;
	throw missingColumnFailure(`A part of '${label}' has no value`, expression);
}

/** Stands for a gap: a private-use character, which no text is expected to contain. */
const GAP = '\uE000';

/**
 * As `refuseGaps`, for a field with JSON, in which only some texts are published.
 *
 * @param textsIn returns these texts
 */
export function refuseGapsInJson(
	item: Item,
	entered: unknown,
	label: string,
	textsIn: (json: unknown) => unknown[],
): void {
	for (const expression of gapsIn(item, entered)) {
		const marked = String(entered).slice(1).replaceAll(expression, GAP);
		const texts = textsIn(parseJson(String(valueOf(item, marked))));
		if (texts.some((text) => textOf(text)?.includes(GAP))) {
			throw missingColumnFailure(`A part of '${label}' has no value`, expression);
		}
	}
}

/**
 * A text that identifies the item. It counts as empty if all expressions within it are empty, blank or NaN: the rest of the
 * text is the same for every item.
 *
 * @param missing what is not known without it, and an example of a value
 * @throws InputFailure if it is empty
 */
export function readIdentity(
	item: Item,
	name: string,
	label: string,
	missing: { knowledge: string; example: string },
): string {
	const text = readText(item, name, label).trim();
	const expressions = expressionsWithin(readExpression(item, name));
	const isEmpty = (expression: string) => {
		const value = valueOf(item, expression) ?? '';
		return Number.isNaN(value) || String(value).trim() === '';
	};
	const isVoid = expressions.length > 0 && expressions.every(isEmpty);
	if (text !== '' && !isVoid) return text;
	throw new InputFailure(
		`'${label}' is empty`,
		`Without it, the node cannot know ${missing.knowledge}. Enter an expression that has a value for every item, such as ${missing.example}.`,
	);
}

/** The expressions within a text that return undefined. */
function gapsIn(item: Item, entered: unknown): string[] {
	return expressionsWithin(entered).filter((expression) => valueOf(item, expression) === undefined);
}

/** The expressions in a text, unless the whole text is one. */
function expressionsWithin(entered: unknown): string[] {
	if (typeof entered !== 'string' || !entered.startsWith('=')) return [];
	const text = entered.slice(1);
	const expressions = text.match(/\{\{[\s\S]*?\}\}/g) ?? [];
	return expressions[0] === text ? [] : expressions;
}

/** An expression that fails by itself is not one of the text. */
function valueOf({ functions, index }: Item, expression: string): unknown {
	try {
		return functions.evaluateExpression(expression, index);
	} catch {
		return expression;
	}
}

const MAX_SHOWN_LENGTH = 100;

/** @param expression that returns undefined. One with `$fromAI` is the model's to fill in. */
function missingColumnFailure(message: string, expression: string | undefined): InputFailure {
	const short = expression && cutText(expression, MAX_SHOWN_LENGTH);
	if (short?.includes('$fromAI(')) {
		return new InputFailure(message, `The call leaves out ${short}. Call the tool again with it.`);
	}
	const shown = short === undefined ? '' : `, ${short},`;
	return new InputFailure(
		message,
		`Its expression${shown} refers to a column or field that the item does not have. Correct the name. If the column may be missing, let the expression return an empty text instead, as in {{ $json.text ?? '' }}.`,
	);
}
