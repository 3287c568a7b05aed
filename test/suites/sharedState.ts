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

/**
 * What the test files of a process share: environment variables, global variables with the clock and the timers, and the
 * functions of modules. Does not show the variables within a module: findLeak.js finds those that matter.
 */
export function sharedState(): State {
	const state: State = new Map();
	for (const [name, value] of Object.entries(process.env)) {
		state.set(`the environment variable ${name}`, value);
	}
	for (const name of Object.getOwnPropertyNames(globalThis)) {
		state.set(`the global ${name}`, Reflect.get(globalThis, name));
	}
	addFunctions(state, 'Date', RealDate);
	for (const [name, module] of Object.entries(NODE_MODULES)) {
		addFunctions(state, `node:${name}`, module);
	}
	for (const [file, exported] of ownModules()) {
		for (const [name, value] of Object.entries(exported)) {
			addFunctions(state, `${file.slice(ROOT.length + 1)}: ${name}`, value);
		}
	}
	return state;
}

const found = new Map<string, object>();

/** What the modules of the project export, by their files. Looks only for new ones, because Jest takes long to list all. */
function ownModules(): Map<string, object> {
	for (const file of Reflect.ownKeys(require.cache).map(String)) {
		if (!OWN_CODE.some((folder) => file.startsWith(folder)) || found.has(file)) continue;
		found.set(file, require.cache[file]?.exports ?? {});
	}
	return found;
}

/** Adds the functions of an object, or of a class and its instances. */
function addFunctions(state: State, name: string, value: unknown): void {
	if (typeof value !== 'object' && typeof value !== 'function') return;
	for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(value ?? {}))) {
		if (typeof property.value === 'function') state.set(`${name}.${key}`, property.value);
		if (key === 'prototype') addFunctions(state, `${name}.prototype`, property.value);
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
