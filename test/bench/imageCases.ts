import type { Sharp } from 'sharp';

import { scene, transparentScene } from '../corpus/scene';

export interface ImageCase {
	name: string;
	/** The node's time over sharp's that is the goal, if the case has one. */
	goalRatio?: number;
	make: () => Promise<Sharp>;
}

const GOAL_RATIO = 2.3;

export const imageCases: readonly ImageCase[] = [
	{
		name: '12 MP JPEG',
		goalRatio: GOAL_RATIO,
		make: async () => (await scene(4000, 3000)).jpeg({ quality: 92 }),
	},
	{
		name: '12 MP phone JPEG',
		make: async () =>
			(await scene(4000, 3000))
				.withMetadata({ orientation: 6 })
				.withIccProfile('p3')
				.jpeg({ quality: 92 }),
	},
	{
		name: '48 MP JPEG',
		goalRatio: GOAL_RATIO,
		make: async () => (await scene(8000, 6000)).jpeg({ quality: 92 }),
	},
	{
		name: '4 MP PNG',
		goalRatio: GOAL_RATIO,
		make: async () => (await scene(2000, 2000)).png(),
	},
	{
		name: '4 MP PNG, transparent',
		make: async () => (await transparentScene(2000, 2000)).png(),
	},
	{ name: '12 MP PNG', make: async () => (await scene(4000, 3000)).png() },
	{
		name: '8 MP WebP',
		goalRatio: GOAL_RATIO,
		make: async () => (await scene(3264, 2448)).webp(),
	},
	{
		name: '4 MP WebP, transparent',
		make: async () => (await transparentScene(2000, 2000)).webp(),
	},
];
