/**
 * Lets n8n do whatever else is due, such as answering requests, before the preparation of a picture goes on. A message
 * arrives in a new round of the event loop, within a tenth of a millisecond; a timer would wait for at least one.
 */
export async function giveWay(): Promise<void> {
	const { port1: receiver, port2: sender } = new MessageChannel();
	await new Promise<void>((resolve) => {
		receiver.onmessage = () => resolve();
		sender.postMessage(undefined);
	});
	receiver.close();
}
