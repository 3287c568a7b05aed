import type { Played } from './play';

const sharesAccount = (a: { accounts: string[] }, b: { accounts: string[] }) =>
	a.accounts.some((account) => b.accounts.includes(account));

/** Compares the queue with what a user who looks at a calendar expects. */
export function judge(played: Played): string[] {
	return [
		...played.errors,
		...judgeItems(played),
		...judgeSlots(played),
		...judgeOrder(played),
		...judgeGaps(played),
	];
}

/** Each item is scheduled once. */
function judgeItems({ items, posts }: Played): string[] {
	return items.flatMap((item) => {
		const count = posts.filter(({ text }) => text === item).length;
		return count === 1 ? [] : [`${item} is scheduled ${count} times`];
	});
}

/** No account has two posts in a slot, unless the output of one of them has said so, and no post is outside the slots. */
function judgeSlots({ posts, slots, saidShared }: Played): string[] {
	const isSaid = (...some: Played['posts']) => some.some(({ text }) => saidShared.has(text));
	return posts.flatMap((post, index) => {
		const others = posts
			.slice(0, index)
			.filter((other) => other.atMs === post.atMs && sharesAccount(other, post))
			.filter((other) => !isSaid(other, post));
		const beside = slots.includes(post.atMs) ? [] : [`${post.text} is outside the slots`];
		return [...beside, ...others.map(({ text }) => `${text} and ${post.text} share a slot`)];
	});
}

/** Items of one run with the same accounts take slots in their order. Only a post that has moved on may be elsewhere. */
function judgeOrder({ orders: all, posts, moved }: Played): string[] {
	const orders = all.map((order) => order.filter((text) => !moved.has(text)));
	return orders.flatMap((order) => {
		const texts = posts.map(({ text }) => text).filter((text) => order.includes(text));
		return texts.join() === order.join() ? [] : [`${order.join()} go out as ${texts.join()}`];
	});
}

/** Only a conflict can leave a slot empty before a post. */
function judgeGaps({ posts, slots, moved, soonestMs }: Played): string[] {
	if (moved.size > 0) return [];
	return posts
		.filter(({ text }) => text !== 'By hand')
		.flatMap((post) => {
			const free = slots.find(
				(slot) =>
					slot >= soonestMs &&
					slot < post.atMs &&
					!posts.some((other) => other.atMs === slot && sharesAccount(other, post)),
			);
			return free === undefined ? [] : [`a slot is free before ${post.text}`];
		});
}
