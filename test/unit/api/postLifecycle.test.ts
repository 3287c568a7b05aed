import type { IDataObject } from 'n8n-workflow';

import { readLifecycleStatus } from '../../../nodes/SocialPublishing/api/phase';

const posted = (...statuses: string[]) => statuses.map((status, id) => ({ id, status }));

describe('the lifecycle status of a post', () => {
	it.each<[IDataObject, string | undefined]>([
		[{ status: 'published', destinations: posted('published') }, 'published'],
		[{ status: 'Published' }, 'published'],
		[{ status: 'failed', destinations: posted('published') }, 'failed'],
		[{ status: 'queued', destinations: posted('scheduled') }, 'queued'],
		[{ status: 'sending', destinations: posted('published', 'publishing') }, 'sending'],
		[{ status: 'partial', destinations: posted('publishing', 'published') }, 'partial'],
		[{ status: 'publishing', destinations: posted('published', 'failed') }, 'partial'],
		[{ status: 'completed', destinations: posted('published') }, 'published'],
		[{ status: 'draft', destinations: posted('blocked') }, 'failed'],
		[{ status: 'publishing', destinations: posted('published', 'publishing') }, 'publishing'],
		[{ destinations: posted('published', 'needs_review') }, 'partial'],
		[{ destinations: posted('failed', 'needs_review') }, 'failed'],
		[{ destinations: posted('scheduled', 'scheduled') }, 'scheduled'],
		[{ destinations: [{ id: 1, outcome: { status: 'published' } }] }, 'published'],
		[{ status: 'cancelled' }, 'cancelled'],
		[{ id: 'p' }, undefined],
	])('%j is %s', (post, expected) => {
		expect(readLifecycleStatus(post)).toBe(expected);
	});
});
