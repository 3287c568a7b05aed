import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingPollTrigger } from '../../nodes/SocialPublishing/SocialPublishingPollTrigger.node';
import { SocialPublishingTrigger } from '../../nodes/SocialPublishing/SocialPublishingTrigger.node';
import { allFields } from './support/formFields';

const folder = path.join(__dirname, '../../nodes/SocialPublishing');

const fields = [SocialPublishing, SocialPublishingTrigger, SocialPublishingPollTrigger].flatMap(
	(NodeType) => allFields(new NodeType().description.properties),
);
const choices = new Set(
	fields.flatMap(({ options = [] }) => options.map((option) => 'name' in option && option.name)),
);
/** A label of one word, such as "Post", is also a word of its own. */
const labels = [...new Set(fields.map(({ displayName }) => displayName))].filter((label) =>
	label.includes(' '),
);

/** In these properties of a form, n8n writes labels without quotes. */
const FORM_TEXTS = new Set(['displayName', 'name', 'description', 'hint', 'searchHint']);

/** The texts of a file, except those of forms. */
function textsOf(file: string): string[] {
	const source = readFileSync(path.join(folder, file), 'utf8');
	const texts: string[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isPropertyAssignment(node) && FORM_TEXTS.has(node.name.getText())) return;
		if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
	return texts;
}

/** The labels that a sentence contains without quotes. "Post → Wait for Outcome" is an operation. */
function unquotedIn(text: string): string[] {
	if (choices.has(text) || labels.includes(text)) return [];
	const rest = text.replaceAll(/(?<!\w)'[A-Z][^']*'(?!\w)/g, '').replaceAll(/→ [A-Z][\w ]*/g, '');
	return labels.filter((label) => rest.includes(label));
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);

it.each(files)('%s puts the labels of fields in quotes', (file) => {
	expect(textsOf(file).flatMap(unquotedIn)).toEqual([]);
});
