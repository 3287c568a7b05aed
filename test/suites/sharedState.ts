import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const OWN_CODE = ['nodes', 'credentials', 'test'].map((folder) =>
	path.join(ROOT, folder, path.sep),
);
/** Also when a fake clock has replaced the global variable. */
const RealDate = Date;
const NODE_MODULES = { fs, http, https, net };

/** Values by a name that a reader of an error understands. */
type State = Map<string, unknown>;

interface Place {
	name: string;
	holder: object;
	key: string;
}

/** Where the functions of modules are, and the global variables. Looked for once, because that takes long. */
const places: Place[] = Object.getOwnPropertyNames(globalThis).map((key) => {
	return { name: `the global ${key}`, holder: globalThis, key };
});
const knownModules = new Set<string>();

addFunctions('Date', RealDate);
for (const [name, module] of Object.entries(NODE_MODULES)) addFunctions(`node:${name}`, module);

/**
 * What the test files of a process share: environment variables, global variables with the clock and the timers, and the
 * functions of modules. Does not show the variables within a module: findLeak.js finds those that matter.
 */
export function sharedState(): State {
	addNewModules();
	return new Map([
		...Object.entries(process.env).map(
			([name, value]) => [`the environment variable ${name}`, value] as const,
		),
		...places.map(({ name, holder, key }) => [name, Reflect.get(holder, key)] as const),
	]);
}

function addNewModules(): void {
	for (const file of Reflect.ownKeys(require.cache).map(String)) {
		if (knownModules.has(file) || !OWN_CODE.some((folder) => file.startsWith(folder))) continue;
		knownModules.add(file);
		for (const [name, value] of Object.entries(require.cache[file]?.exports ?? {})) {
			addFunctions(`${path.relative(ROOT, file)}: ${name}`, value);
		}
	}
}

/** Adds the functions of an object, or of a class and its instances. */
function addFunctions(name: string, holder: unknown): void {
	if (holder === null || (typeof holder !== 'object' && typeof holder !== 'function')) return;
	for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
		if (typeof value === 'function') places.push({ name: `${name}.${key}`, holder, key });
		if (key === 'prototype') addFunctions(`${name}.prototype`, value);
	}
}

/** The names of the values that have changed. What libraries add when they are loaded is no change. */
export function changesBetween(before: State, after: State): string[] {
	const isNewVariable = (name: string) =>
		name.startsWith('the environment variable') && !before.has(name);
	return [
		...[...before]
			.filter(([name, value]) => !Object.is(after.get(name), value))
			.map(([name]) => name),
		...[...after.keys()].filter(isNewVariable),
	];
}
