import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface Mail {
	to: string;
	subject: string;
	/** HTML or plain text, as it was sent. */
	body: string;
	/** The pictures that the HTML contains, by the names after `cid:`. */
	pictures: Record<string, Buffer>;
}

/** An SMTP server on this machine that keeps every mail. */
export interface MailServer {
	/** Oldest first. */
	mails: Mail[];
	/** The data of n8n's SMTP credential. */
	credential: { host: string; port: number; secure: boolean; disableStartTls: boolean };
	close(): void;
}

export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	const server = createServer((socket) => receiveMails(socket, (mail) => mails.push(mail)));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		mails,
		credential: { host: '127.0.0.1', port, secure: false, disableStartTls: true },
		close: () => void server.close(),
	};
}

/** The commands of RFC 5321 that a client needs to hand over a mail. */
function receiveMails(socket: Socket, receive: (mail: Mail) => void): void {
	const reply = (line: string) => void socket.write(`${line}\r\n`);
	let mail: string[] | undefined;
	reply('220 localhost');
	socket.on('error', () => socket.destroy());
	createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
		if (mail === undefined) {
			const command = line.slice(0, 4).toUpperCase();
			if (command === 'DATA') mail = [];
			reply(command === 'DATA' ? '354 Go on' : command === 'QUIT' ? '221 Bye' : '250 OK');
		} else if (line === '.') {
			receive(parseMail(mail));
			mail = undefined;
			reply('250 OK');
		} else {
			mail.push(line.replace(/^\./, ''));
		}
	});
}

function parseMail(lines: string[]): Mail {
	const { header, content, bytes } = readPart(lines);
	const [, boundary] = /boundary="([^"]+)"/.exec(header('content-type')) ?? [];
	const parts = boundary === undefined ? [] : splitParts(content, boundary).map(readPart);
	const pictures = parts.slice(1).map((part) => [part.header('content-id'), part.bytes] as const);
	return {
		to: header('to'),
		subject: header('subject'),
		body: (parts[0]?.bytes ?? bytes).toString(),
		pictures: Object.fromEntries(pictures.map(([id, file]) => [id.replace(/[<>]/g, ''), file])),
	};
}

/** A mail, or a part of one. */
function readPart(lines: string[]) {
	const end = lines.indexOf('');
	const header = (name: string) =>
		lines
			.slice(0, end)
			.join('\n')
			.replace(/\n[ \t]+/g, ' ')
			.split('\n')
			.find((line) => line.toLowerCase().startsWith(`${name}:`))
			?.slice(name.length + 1)
			.trim() ?? '';
	const content = lines.slice(end + 1);
	const decode = {
		base64: () => Buffer.from(content.join(''), 'base64'),
		'quoted-printable': () => decodeQuotedPrintable(content.join('\n')),
	}[header('content-transfer-encoding')];
	return { header, content, bytes: decode?.() ?? Buffer.from(content.join('\n')) };
}

/** The lines of each part of a mail (RFC 2046, section 5.1). */
function splitParts(lines: string[], boundary: string): string[][] {
	const parts: string[][] = [];
	for (const line of lines) {
		if (line === `--${boundary}--`) break;
		if (line === `--${boundary}`) parts.push([]);
		else parts.at(-1)?.push(line);
	}
	return parts;
}

function decodeQuotedPrintable(text: string): Buffer {
	const bytes = text
		.replace(/=\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1');
}
