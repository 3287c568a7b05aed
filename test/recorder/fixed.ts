import crypto from 'node:crypto';
import net from 'node:net';
import timers from 'node:timers/promises';

import { isRecord } from '../../nodes/SocialPublishing/shared/json';
import { nextTurn } from './turns';

const START_MS = Date.parse('2026-11-02T06:00:00Z');
/** The worlds begin at different times of the day and the week. */
const BETWEEN_SEEDS_MS = 5 * 3_600_000 + 17 * 60_000;
/** Timers up to this long fire at once: how long they take differs in each run. */
const SHORT_TIMER_MS = 10;
const FIRST_PORT = 10_000;
const PORTS = 50_000;
const PORTS_OF_A_WORLD = 4;

let seed = 0;
let randoms = 0;
let servers = 0;
/** How often random bytes were taken, by how many: a request more makes other numbers only for requests. */
const draws = new Map<number, number>();
/** The real port of each server, by the one that it seems to have. */
const realPorts = new Map<number, number>();
const seemingPorts = new WeakMap<net.Server, number>();

/** Makes chance, time and ports of the next world follow from its seed. */
export function restart(next: number): void {
	[seed, randoms, servers] = [next, 0, 0];
	draws.clear();
	realPorts.clear();
}

/** Takes what differs in each run out of this process: chance, time, and the ports of its servers. */
export function fix(): void {
	Date.now = () => START_MS + seed * BETWEEN_SEEDS_MS;
	// Each is different, for expressions of the node, but a call more or less changes no pause.
	Math.random = () => 0.5 + ++randoms * 1e-9;
	Object.assign(crypto, { randomBytes });
	Object.assign(timers, { setTimeout: nextTurn });
	fixTimers();
	fixPorts();
}

function randomBytes(size: number): Buffer {
	const nth = (draws.get(size) ?? 0) + 1;
	draws.set(size, nth);
	return crypto.createHash('sha512').update(`${seed}/${size}/${nth}`).digest().subarray(0, size);
}

function fixTimers(): void {
	const { setTimeout: start, clearTimeout: stop, setImmediate: soon, clearImmediate } = globalThis;
	const startTimer = (work: (...some: unknown[]) => void, ms = 0, ...some: unknown[]) =>
		ms > SHORT_TIMER_MS ? start(work, ms, ...some) : soon(work, ...some);
	const stopTimer = (timer: NodeJS.Immediate & NodeJS.Timeout) => {
		stop(timer);
		clearImmediate(timer);
	};
	Object.assign(globalThis, { setTimeout: startTimer, clearTimeout: stopTimer });
}

/** The address of the service, which is part of many hashes, contains its port. */
function fixPorts(): void {
	const { address } = net.Server.prototype;
	net.Server.prototype.address = function () {
		const real = address.call(this);
		if (real === null || typeof real === 'string') return real;
		const port = seemingPorts.get(this) ?? nextPort();
		seemingPorts.set(this, port);
		realPorts.set(port, real.port);
		return { ...real, port };
	};
	const { connect } = net.Socket.prototype;
	Object.assign(net.Socket.prototype, {
		connect(this: net.Socket, ...parameters: unknown[]) {
			const [given] = parameters;
			const [options, ...others] = Array.isArray(given) ? given : parameters;
			const port = isRecord(options) ? realPorts.get(Number(options.port)) : undefined;
			const reached = port === undefined ? parameters : [{ ...options, port }, ...others];
			return Reflect.apply(connect, this, reached);
		},
	});
}

function nextPort(): number {
	return FIRST_PORT + ((seed * PORTS_OF_A_WORLD + servers++) % PORTS);
}
