import type { INodeProperties } from 'n8n-workflow';

/** All fields, including those inside collections. */
export function allFields(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [
		property,
		...allFields(
			(property.options ?? []).flatMap((option) =>
				'values' in option ? option.values : 'type' in option ? [option] : [],
			),
		),
	]);
}
