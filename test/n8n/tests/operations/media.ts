import type { NamedStep, StepContext } from './context';

/** A picture from upload to deletion. */
export function mediaSteps({
	saveIdAs,
	saved,
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
				afterwards: saveIdAs('media'),
			},
		],
		['media get', { parameters: media, expected: () => ({ id: saved.media }) }],
		['media getAll', { parameters: () => ({}), expected: () => ({ id: saved.media }) }],
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
				expected: () => ({ id: saved.media }),
				afterwards: async ({ items }) => {
					const file = items[0]?.binary?.data;
					expect(file && (await testbed().n8n.rest.download(file))).toEqual(photograph());
				},
			},
		],
		['media delete', { parameters: media, expected: () => ({ deleted: true, id: saved.media }) }],
	];
}
