import { ExecuteContext } from 'n8n-core';

it('n8n still says of every node that its engine runs that it is no tool', () => {
	expect(ExecuteContext.prototype.isToolExecution()).toBe(false);
});
