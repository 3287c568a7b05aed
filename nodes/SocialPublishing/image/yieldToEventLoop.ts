/**
 * Lets n8n do other work, such as answering requests, before the preparation of a picture continues. A message arrives in
 * the next round of the event loop, within a tenth of a millisecond; a timer would take at least one millisecond.
 */
export async function yieldToEventLoop(): Promise<void> {
	const { port1: receiver, port2: sender } = new MessageChannel();
	await new Promise<void>((resolve) => {
		receiver.onmessage = () => resolve();
		sender.postMessage(undefined);
	});
	receiver.close();
}
