import type { NamedStep, StepContext } from './context';

/** A picture from its upload to its end. */
export function mediaSteps({
	keepIdAs,
	kept,
	media,
	photograph,
	testbed,
}: StepContext): NamedStep[] {
	return [
		[
			'media upload',
			{
				parameters: () => ({ binaryPropertyName: 'picture', options: { altText: 'Two figures' } }),
				input: () => ({
					files: {
						picture: {
							content: Uint8Array.from(photograph()),
							fileName: 'figures.jpg',
							mimeType: 'image/jpeg',
						},
					},
				}),
				expected: () => ({ type: 'image/jpeg', alt: 'Two figures' }),
				keep: keepIdAs('media'),
			},
		],
		['media get', { parameters: media, expected: () => ({ id: kept.media }) }],
		['media getAll', { parameters: () => ({}), expected: () => ({ id: kept.media }) }],
		[
			'media update',
			{
				parameters: () => ({ ...media(), altText: 'Two policemen' }),
				expected: () => ({ alt: 'Two policemen' }),
			},
		],
		[
			'media download',
			{
				parameters: media,
				expected: () => ({ id: kept.media }),
				keep: async ({ items }) => {
					const file = items[0]?.binary?.data;
					expect(file && (await testbed().n8n.rest.download(file))).toEqual(photograph());
				},
			},
		],
		['media delete', { parameters: media, expected: () => ({ deleted: true, id: kept.media }) }],
	];
}
