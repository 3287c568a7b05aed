import { readEventSubject } from '../../../../nodes/SocialPublishing/api/readings/eventData';

describe('the resource of an event', () => {
	const post = { resource: 'posts', id: 'p' };
	const media = { resource: 'media', id: 'm' };

	it.each<[string, unknown, unknown]>([
		['post.failed', { post_id: 'p' }, post],
		['post.failed', { postId: 'p' }, post],
		['post.failed', { post: 'p' }, post],
		['post.failed', { post: { id: 'p' } }, post],
		['post.failed', { id: 'p' }, post],
		['post.failed', { resource_id: 'p' }, post],
		['post.failed', { resource: { id: 'p' } }, post],
		['delivery.failed', { id: 'd', resource_type: 'post', resource_id: 'p' }, post],
		['delivery.failed', { id: 'd', resource: { type: 'post', id: 'p' } }, post],
		['delivery.failed', { id: 'd', delivery: { post_id: 'p' } }, post],
		['delivery.failed', { id: 'd', destination: { post_id: 'p' } }, post],
		['delivery.failed', { ids: { post: 'p' } }, post],
		['delivery.failed', { resource_ids: { post_id: 'p' } }, post],
		['delivery.failed', { resource_type: 'delivery', resource_id: 'd' }, undefined],
		['delivery.failed', { resource: { type: 'delivery', id: 'd' } }, undefined],
		['delivery.failed', { id: 'd' }, undefined],
		['media.ready', { media_id: 'm', post_id: 'p' }, media],
		['media.ready', { id: 'm' }, media],
		['media.ready', { resource_type: 'media', resource_id: 'm' }, media],
		['media.ready', { post_id: 'p' }, undefined],
		['account.reconnect_required', { id: 'a', post_id: 'p' }, undefined],
		['post.failed', null, undefined],
	])('is read from %s with the data %j', (type, data, subject) => {
		expect(readEventSubject(type, data)).toEqual(subject);
	});
});
