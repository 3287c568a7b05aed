import { ExecuteContext } from 'n8n-core';

it('n8n still reports a tool that its engine runs as an ordinary node', () => {
	expect(ExecuteContext.prototype.isToolExecution()).toBe(false);
});
