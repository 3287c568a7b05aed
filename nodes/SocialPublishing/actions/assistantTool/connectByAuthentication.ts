import { connectTools } from '../../mcp/connectTools';
import { authenticationProperty } from '../../properties/commonFields';
import type { Operation } from '../operation';

export const connectByAuthentication: NonNullable<Operation['connect']> = async (functions) =>
	await connectTools(
		functions,
		functions.getNodeParameter(authenticationProperty.name, 0, 'apiToken'),
	);
