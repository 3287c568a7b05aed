import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../../shared/json';
import {
	DAY,
	DAY_FIELDS,
	findUnreadableTime,
	isDay,
	isFactWord,
	isMomentField,
	isPlainWord,
	looksLikeFigure,
	NO_FIGURES,
	readMetricName,
	readMoment,
	SECTIONS,
	VALUES,
} from './words';
import { fieldOfContainer, readSubject, type Subject } from './subject';

/** One value of a metric. */
export interface Figure {
	subject: Subject;
	metric: string;
	/** Null: not recorded. */
	value: number | null;
	/** When it was recorded, as stated: a day, and perhaps a time. */
	moment: string | undefined;
	/** It is stated as the value of a day, as in a series of days. */
	isOfDay: boolean;
}

/** The content of a statistics record of any shape. */
export interface Reading {
	figures: Figure[];
	/** Other facts about each subject: times, coverage, errors. */
	facts: Array<{ subject: Subject; fields: IDataObject }>;
	/**
	 * The name of a value that is neither a plain figure nor part of a series of days: a number without a name or in a list,
	 * a number in a text, records by ID, a time that is no day. With it, the figures may be misread.
	 */
	unclear: string | undefined;
}

interface Place {
	subject: Subject;
	/** The names that lead to the value from the record that is about the subject. */
	path: string[];
	moment: string | undefined;
	isOfDay: boolean;
}

/**
 * Reads the figures in a statistics record. The service's description leaves its shape open: figures may be grouped in
 * any way, and be of a day as rows or by key. Pure.
 *
 * @param known the subject of the whole record
 */
export function readFigures(record: IDataObject, known: Subject): Reading {
	const reading: Reading = { figures: [], facts: [], unclear: undefined };
	readInto(reading, record, { subject: known, path: [], moment: undefined, isOfDay: false });
	return reading;
}

/**
 * @param container the name of the field or list that the record is in
 * @param isRow it is an entry of a list
 */
function readInto(
	reading: Reading,
	record: IDataObject,
	around: Place,
	{ container = '', isRow = false } = {},
): void {
	const subject = readSubject(record, container, around.subject);
	const ownMoment = readMoment(record);
	const hasOwnDay = DAY_FIELDS.some((name) => isDay(record[name]));
	const place: Place = {
		subject,
		path: fieldOfContainer(container) === undefined ? around.path : [],
		moment: ownMoment ?? around.moment,
		isOfDay: ownMoment === undefined ? around.isOfDay : hasOwnDay,
	};
	reading.unclear ??= readLabel(record, container);
	if (isRow) reading.unclear ??= findUnreadableTime(record);
	const fields: IDataObject = {};
	for (const [name, value] of Object.entries(record)) {
		if (looksLikeFigure(name, value)) reading.unclear ??= name;
		if (DAY.test(name)) readDated(reading, value, { ...place, moment: name, isOfDay: true });
		// A time or an ID.
		else if (/^\d{9,}(\.\d+)?$/.test(name)) reading.unclear ??= place.path.at(-1) ?? name;
		else if (isFact(name, value)) fields[name] = value;
		else readValue(reading, name, value, place);
	}
	const isRowOfSeries = isRow && hasOwnDay;
	if (!isRowOfSeries) reading.facts.push({ subject, fields: factsOf(fields, place.path) });
}

/** Within the group of a metric, only times and sections count, and they belong to the metric. */
function factsOf(fields: IDataObject, path: string[]): IDataObject {
	const metric = readMetricName(path);
	if (metric === undefined) return fields;
	const entries = Object.entries(fields).filter(
		([name]) => SECTIONS.test(name) || isMomentField(name),
	);
	return Object.fromEntries(entries.map(([name, value]) => [`${metric}_${name}`, value]));
}

function readDated(reading: Reading, value: unknown, place: Place): void {
	if (isRecord(value)) readInto(reading, value, place);
	else addFigure(reading, place, value);
}

function readValue(reading: Reading, name: string, value: unknown, place: Place): void {
	const inner = { ...place, path: [...place.path, name] };
	if (Array.isArray(value)) readList(reading, name, value, inner);
	else if (!isRecord(value)) addFigure(reading, inner, value);
	else if (isKeyed(name, value)) reading.unclear ??= name;
	else readInto(reading, value, inner, { container: name });
}

function readList(reading: Reading, name: string, list: unknown[], place: Place): void {
	if (list.length === 0) addFigure(reading, place, null);
	for (const entry of list) {
		if (isRecord(entry)) readInto(reading, entry, place, { container: name, isRow: true });
		// Its meaning follows from its position.
		else if ([entry].flat().some((part) => isNumber(part) || looksLikeFigure(name, part))) {
			if (!NO_FIGURES.test(name)) reading.unclear ??= name;
		}
	}
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number';
}

function addFigure(reading: Reading, { path, ...place }: Place, value: unknown): void {
	const name = path.at(-1) ?? '';
	if ((value !== null && !isNumber(value)) || NO_FIGURES.test(name)) return;
	const metric = readMetricName(path);
	if (metric !== undefined) reading.figures.push({ ...place, metric, value });
	// Elsewhere, a number without a name may be that of the records.
	else if (value !== null && (place.isOfDay || path.length > 1)) reading.unclear ??= name;
}

/** Whether a field describes figures instead of being one: texts, times, sections such as the coverage. */
function isFact(name: string, value: unknown): boolean {
	return isFactWord(name) || typeof value === 'boolean' || typeof value === 'string';
}

/** The name of a metric that a record states beside its value: `{ metric: 'likes', value: 3 }`. */
function readLabel(record: IDataObject, container: string): string | undefined {
	// reading(name of a metric): metric; else name, key or type next to a value
	const metric = firstText(record.metric);
	if (metric !== undefined) return metric;
	const hasOwnId = Object.keys(record).some((name) => name === 'id' || name.endsWith('_id'));
	if (hasOwnId || fieldOfContainer(container) !== undefined) return undefined;
	const hasValue = Object.entries(record).some(
		([name, value]) => VALUES.test(name) || (isPlainWord(name) && Array.isArray(value)),
	);
	return hasValue ? firstText(record.name, record.key, record.type) : undefined;
}

/** Whether the fields of a record are called by the IDs of what they are about. */
function isKeyed(name: string, record: IDataObject): boolean {
	const entries = Object.entries(record);
	const isById = ([key, value]: [string, unknown]) =>
		isRecord(value) && !isPlainWord(key) && !DAY.test(key);
	return fieldOfContainer(name) !== undefined && entries.length > 0 && entries.every(isById);
}
