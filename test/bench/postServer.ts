/*
 * A server in a process of its own, for benchmarks that measure the process of the node: every request gets the same
 * post (or the accounts), at once or after a delay. It sends its origin to the process that started it, and ends with it.
 *
 * node postServer.ts [delay in milliseconds]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const delayMs = Number(process.argv[2] ?? 0);

const body = JSON.stringify({
	data: {
		id: 'post_1',
		status: 'published',
		text: 'Fresh bread, every morning from six.',
		created_at: '2027-03-14T06:00:00.000Z',
		updated_at: '2027-03-14T06:00:01.000Z',
		destinations: ['account_1', 'account_2'].map((account_id, index) => ({
			id: `destination_${index}`,
			account_id,
			platform: 'pagebook',
			status: 'published',
			published_at: '2027-03-14T06:00:01.000Z',
			url: `https://social.example/${index}`,
		})),
	},
	request_id: 'req_1',
});

const accounts = JSON.stringify({
	data: {
		items: ['account_1', 'account_2'].map((id) => ({ id, name: id, platform: 'pagebook' })),
		next_cursor: null,
	},
	request_id: 'req_2',
});

const headers = {
	'Content-Type': 'application/json',
	ETag: '"1"',
	// A limit that no benchmark reaches.
	'RateLimit-Limit': '10000',
	'RateLimit-Remaining': '9999',
};

const server = createServer((request, response) => {
	request.resume().once('end', () => {
		const text = request.url?.includes('/accounts') ? accounts : body;
		const respond = () =>
			response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text);
		if (delayMs > 0) setTimeout(respond, delayMs);
		else respond();
	});
});
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.send?.(`http://127.0.0.1:${port}`);
});
process.once('disconnect', () => process.exit());
