// The conformance tests start a command as the client, with the address of their server. This one asks the Jest test that has
// started them to run the node against it.
const [testAddress, serverUrl] = process.argv.slice(2);
const { MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const body = JSON.stringify({ serverUrl, context: JSON.parse(context) });
const response = await fetch(testAddress, { method: 'POST', body });
if (!response.ok) {
	console.error(await response.text());
	process.exitCode = 1;
}
