import http from 'node:http';

import sharp from 'sharp';

/** Passes of the event loop after which all that runs in this process alone has happened. */
const QUIET_TURNS = 10;
/** Then a response that nobody reads keeps nothing waiting. */
const MOST_TURNS = 20_000;

const pass = setImmediate;

/** The next pass of Node's event loop. */
export async function nextTurn(): Promise<void> {
	await new Promise<void>((resolve) => void pass(resolve));
}

/** Whether a file is being read or written, a picture is being made, or a message is on its way. */
function isWorking(): boolean {
	const { queue, process: made } = sharp.counters();
	const resources = process.getActiveResourcesInfo();
	return queue + made > 0 || resources.some((name) => /Req|MessagePort/.test(name));
}

interface Waiting {
	/** The order of those that wait at the same time. */
	label: string;
	work: () => Promise<void>;
}

/**
 * Lets what reaches out of the nodes happen one after the other: the next begins when nothing more happens without it. So
 * nodes that run at the same time take turns in the same way each time, however fast the machine is.
 */
export class Turns {
	private waiting: Waiting[] = [];
	private isRunning = false;
	private taken = 0;
	/** Requests that a client has sent and that have not ended for it. */
	private sent = 0;
	/** Those of them that wait for their turn, or that the server leaves open. */
	private open = 0;

	/** Call it before each world. */
	restart(): void {
		this.taken = 0;
	}

	async take<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
		return await new Promise<Result>((resolve, reject) => {
			this.waiting.push({ label, work: async () => await work().then(resolve, reject) });
			void this.run();
		});
	}

	/** Until nothing more happens by itself, and nothing waits for its turn. */
	async untilSettled(): Promise<void> {
		do await this.untilQuiet();
		while (this.isRunning || this.waiting.length > 0);
	}

	/** Until nothing more happens by itself. */
	private async untilQuiet(): Promise<void> {
		let quiet = 0;
		for (let turns = 0; quiet < QUIET_TURNS && turns < MOST_TURNS; turns++) {
			await nextTurn();
			quiet = this.sent > this.open || isWorking() ? 0 : quiet + 1;
		}
	}

	/**
	 * From now on, each request to a server of this process takes its turn, which ends with its response.
	 *
	 * @param isLeftOpen whether the request of this turn gets no response
	 */
	takeRequests(isLeftOpen: () => boolean): void {
		this.countSent();
		const serve = (
			request: http.IncomingMessage,
			response: http.ServerResponse,
			go: () => void,
		) => {
			const { method, url, headers } = request;
			this.open++;
			void this.take(`${method} ${url} ${JSON.stringify(headers)}`, async () => {
				// Node would send the real time.
				response.setHeader('Date', new Date(Date.now()).toUTCString());
				this.open--;
				go();
				while (!response.closed && !isLeftOpen()) await nextTurn();
				if (response.closed) return;
				this.open++;
				response.once('close', () => this.open--);
			});
		};
		const { emit } = http.Server.prototype;
		http.Server.prototype.emit = function (event: string | symbol, ...parameters: unknown[]) {
			const [request, response] = parameters;
			const go = (): boolean => Reflect.apply(emit, this, [event, ...parameters]);
			if (event !== 'request' || !(request instanceof http.IncomingMessage)) return go();
			if (response instanceof http.ServerResponse) serve(request, response, go);
			return true;
		};
	}

	private countSent(): void {
		const begin = (request: http.ClientRequest) => {
			this.sent++;
			request.once('close', () => this.sent--);
		};
		const { addRequest } = http.Agent.prototype as unknown as WithAddRequest;
		Object.assign(http.Agent.prototype, {
			addRequest(this: http.Agent, request: http.ClientRequest, ...others: unknown[]) {
				begin(request);
				addRequest.call(this, request, ...others);
			},
		});
		const { fetch } = globalThis;
		globalThis.fetch = async (...parameters) => {
			this.sent++;
			return await fetch(...parameters).finally(() => this.sent--);
		};
	}

	private async run(): Promise<void> {
		if (this.isRunning) return;
		this.isRunning = true;
		while (this.waiting.length > 0) {
			await this.untilQuiet();
			this.waiting.sort((a, b) => (a.label < b.label ? -1 : Number(a.label > b.label)));
			const [next] = this.waiting.splice(this.taken++ % this.waiting.length, 1);
			await next?.work();
		}
		this.isRunning = false;
	}
}

interface WithAddRequest {
	addRequest: (this: http.Agent, request: http.ClientRequest, ...others: unknown[]) => void;
}
