import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../../shared/json';
import {
	DAY,
	DAY_FIELDS,
	findUnreadableTime,
	isFactWord,
	isMomentField,
	isNoFigure,
	isPlainWord,
	isSection,
	isValueWord,
	looksLikeFigure,
	readMetricName,
	readMoment,
	toMoment,
	type MetricName,
} from './words';
import { fieldOfContainer, readSubject, type Subject } from './subject';

/** One value of a metric. */
export interface Figure {
	subject: Subject;
	metric: MetricName;
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
	/** The names of values that could not be read: numbers in text, by Unix time, or in lists without names. */
	unread: Set<string>;
	/** The names of unreadable times of rows. Without times, rows cannot be distinguished. */
	unreadTimes: Set<string>;
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
 * any way, by day as rows or keys, named by their field or by a label. Pure.
 *
 * @param known the subject of the whole record
 */
export function readFigures(record: IDataObject, known: Subject): Reading {
	const reading: Reading = {
		figures: [],
		facts: [],
		unread: new Set(),
		unreadTimes: new Set(),
	};
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
	const hasOwnDay = DAY_FIELDS.some((name) => toMoment(record[name]) !== undefined);
	const label = readLabel(record, container);
	const groups = fieldOfContainer(container) === undefined ? around.path : [];
	const place: Place = {
		subject,
		path: label === undefined ? groups : [...groups, label],
		moment: ownMoment ?? around.moment,
		isOfDay: ownMoment === undefined ? around.isOfDay : hasOwnDay,
	};
	const isRowOfSeries = isRow && hasOwnDay;
	const hasColumns = !isRowOfSeries && readMetricName(place.path) === undefined;
	const fields: IDataObject = {};
	for (const [name, value] of Object.entries(record)) {
		if (DAY.test(name)) readDated(reading, value, { ...place, moment: name, isOfDay: true });
		else if (toMoment(name) !== undefined) {
			// It may as well be an ID.
			reading.unread.add(place.path.at(-1) ?? name);
		} else if (isFact(name, value)) {
			fields[name] = value;
			if (!hasColumns && looksLikeFigure(name, value)) reading.unread.add(label ?? name);
		} else readValue(reading, name, value, place);
	}
	if (!isRowOfSeries) reading.facts.push({ subject, fields: factsOf(fields, place.path) });
	const unreadTime = isRow ? findUnreadableTime(record) : undefined;
	if (unreadTime !== undefined) reading.unreadTimes.add(unreadTime);
}

/** Within the group of a metric, only times and sections count, and they belong to the metric. */
function factsOf(fields: IDataObject, path: string[]): IDataObject {
	const metric = readMetricName(path);
	if (metric === undefined) return fields;
	const entries = Object.entries(fields).filter(([name]) => isSection(name) || isMomentField(name));
	return Object.fromEntries(entries.map(([name, value]) => [`${metric.short}_${name}`, value]));
}

function readDated(reading: Reading, value: unknown, place: Place): void {
	if (isRecord(value)) readInto(reading, value, place);
	else addFigure(reading, place, value);
}

function readValue(reading: Reading, name: string, value: unknown, place: Place): void {
	const inner = { ...place, path: [...place.path, name] };
	if (Array.isArray(value)) readList(reading, name, value, inner);
	else if (!isRecord(value)) addFigure(reading, inner, value);
	else if (isKeyed(name, value)) {
		for (const [key, entry] of Object.entries(value)) {
			const keyed = { [fieldOfContainer(name) ?? 'id']: key };
			if (isRecord(entry)) readInto(reading, { ...keyed, ...entry }, place);
		}
	} else readInto(reading, value, inner, { container: name });
}

function readList(reading: Reading, name: string, list: unknown[], place: Place): void {
	if (list.length === 0) addFigure(reading, place, null);
	for (const entry of list) {
		if (isRecord(entry)) readInto(reading, entry, place, { container: name, isRow: true });
		// Its meaning follows from its position.
		else if ([entry].flat().some((part) => isNumber(part) || looksLikeFigure(name, part))) {
			reading.unread.add(name);
		}
	}
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number';
}

function addFigure(reading: Reading, { path, ...place }: Place, value: unknown): void {
	const name = path.at(-1) ?? '';
	if (value !== null && !isNumber(value)) {
		if (looksLikeFigure(name, value)) reading.unread.add(name);
		return;
	}
	if (isNoFigure(name)) return;
	// A value with a day but without a name is still a value; any other nameless number may be a page's size.
	const unnamed = place.isOfDay ? { short: 'value', long: 'value', isLastKnown: false } : undefined;
	const metric = readMetricName(path) ?? unnamed;
	if (metric !== undefined) reading.figures.push({ ...place, metric, value });
}

/** Whether a field describes figures instead of being one: texts, times, sections such as the coverage. */
function isFact(name: string, value: unknown): boolean {
	return isFactWord(name) || typeof value === 'boolean' || typeof value === 'string';
}

/** The field of a record that names its metric: `{ metric: 'likes', value: 3 }`. */
function readLabel(record: IDataObject, container: string): string | undefined {
	// reading(name of a metric): metric; else name, key or type next to a value
	const metric = firstText(record.metric);
	if (metric !== undefined) return metric;
	const hasOwnId = Object.keys(record).some((name) => name === 'id' || name.endsWith('_id'));
	if (hasOwnId || fieldOfContainer(container) !== undefined) return undefined;
	const hasValue = Object.entries(record).some(
		([name, value]) => isValueWord(name) || (isPlainWord(name) && Array.isArray(value)),
	);
	return hasValue ? firstText(record.name, record.key, record.type) : undefined;
}

function isKeyed(name: string, record: IDataObject): boolean {
	return (
		fieldOfContainer(name) !== undefined &&
		Object.entries(record).every(
			([key, value]) => isRecord(value) && !isValueWord(key) && !DAY.test(key),
		)
	);
}
