import type { INodeProperties } from 'n8n-workflow';

import { deleteRecord } from '../commands/deletion';
import { commonScope, type Item } from '../properties/item';
import { workspaceLocator } from '../properties/locators';
import { readId } from '../properties/parameters';
import type { Operation } from './operation';

/** How the records of a resource are deleted. */
interface Deletion {
	option: Operation['option'];
	/** The kind of record in error messages, such as "webhook". */
	recordName: string;
	locator: INodeProperties;
	readPath: (item: Item) => string;
}

/** An operation that deletes one record of a workspace. */
export function deleteRecordOperation({
	option,
	recordName,
	locator,
	readPath,
}: Deletion): Operation {
	return {
		option,
		runsInParallel: false,
		properties: [workspaceLocator, locator],

		prepare(item) {
			const purpose = `delete the ${recordName}`;
			const path = readPath(item);
			const id = readId(item, locator.name, locator.displayName);
			return async () => {
				await deleteRecord(item.connection, purpose, path, commonScope(item));
				return { json: { deleted: true, id } };
			};
		},
	};
}
