import { html } from '../../../vendor/html';

/** On a phone, days are a list; on a wide screen and on paper, weeks are rows. */
export const pageStyle = html`<style>
	:root {
		color-scheme: light dark;
		--page: #f4f5f7;
		--day: #ffffff;
		--line: #d5d9e0;
		--text: #1b1f27;
		--faint: #5a6372;
		--post: #eef3fb;
		--edge: #3b6fc4;
		--good: #2b7a3f;
		--bad: #b3261e;
		--bad-post: #fdecea;
		--gap: #fff7e3;
		--gap-line: #c69326;
		--today: #1b1f27;
	}
	@media (prefers-color-scheme: dark) {
		:root {
			--page: #14171c;
			--day: #1d2128;
			--line: #363d49;
			--text: #e8eaee;
			--faint: #a2abb9;
			--post: #232d3f;
			--edge: #7ba6ee;
			--good: #7ecb92;
			--bad: #ff9c93;
			--bad-post: #3a2220;
			--gap: #2c2718;
			--gap-line: #a98532;
			--today: #e8eaee;
		}
	}
	body {
		margin: 0;
		background: var(--page);
		color: var(--text);
		font:
			15px/1.4 system-ui,
			sans-serif;
	}
	.calendar {
		max-width: 1400px;
		margin: 0 auto;
		padding: 16px;
	}
	h1,
	h2,
	h3,
	p,
	ol {
		margin: 0;
		padding: 0;
	}
	h1 {
		font-size: 20px;
		line-height: 1.2;
	}
	h2 {
		font-size: 18px;
		margin: 20px 0 8px;
	}
	.summary {
		margin: 6px 0 2px;
		font-weight: 600;
	}
	.facts {
		color: var(--faint);
		font-size: 13px;
		margin-bottom: 16px;
	}
	.days {
		list-style: none;
		display: grid;
		gap: 8px;
		grid-template-columns: minmax(0, 1fr);
	}
	.weekday {
		display: none;
	}
	.day {
		background: var(--day);
		border: 1px solid var(--line);
		border-radius: 8px;
		padding: 8px;
		overflow-wrap: anywhere;
	}
	.day h3 {
		font-size: 14px;
		font-weight: 600;
	}
	.today {
		border-color: var(--today);
		box-shadow: inset 0 0 0 1px var(--today);
	}
	.mark {
		float: right;
		background: var(--today);
		color: var(--day);
		border-radius: 4px;
		padding: 0 6px;
		font-size: 12px;
	}
	.empty {
		background: var(--gap);
		border: 1px dashed var(--gap-line);
	}
	.past h3 {
		color: var(--faint);
	}
	.nothing,
	.free {
		color: var(--faint);
		font-size: 13px;
		margin-top: 4px;
	}
	.post {
		background: var(--post);
		border-left: 3px solid var(--edge);
		border-radius: 4px;
		padding: 4px 6px;
		margin-top: 6px;
		font-size: 13px;
	}
	.out {
		border-left-color: var(--good);
	}
	.bad {
		background: var(--bad-post);
		border-left-color: var(--bad);
	}
	.when {
		font-weight: 600;
	}
	.state {
		font-weight: 400;
		color: var(--faint);
	}
	.out .state {
		color: var(--good);
	}
	.bad .state,
	.problem {
		color: var(--bad);
	}
	.bad .state {
		font-weight: 600;
	}
	.text {
		display: -webkit-box;
		-webkit-box-orient: vertical;
		-webkit-line-clamp: 4;
		overflow: hidden;
	}
	.accounts {
		color: var(--faint);
		font-size: 12px;
	}
	.problem {
		font-size: 12px;
	}
	a {
		color: inherit;
	}
	@media (min-width: 760px), print {
		.days {
			grid-template-columns: repeat(7, minmax(0, 1fr));
		}
		.weekday {
			display: block;
			color: var(--faint);
			font-size: 13px;
			padding: 0 8px;
		}
		.day {
			min-height: 84px;
		}
		.day .name {
			display: none;
		}
		.column-2 {
			grid-column-start: 2;
		}
		.column-3 {
			grid-column-start: 3;
		}
		.column-4 {
			grid-column-start: 4;
		}
		.column-5 {
			grid-column-start: 5;
		}
		.column-6 {
			grid-column-start: 6;
		}
		.column-7 {
			grid-column-start: 7;
		}
	}
	@page {
		size: A4 landscape;
		margin: 10mm;
	}
	@media print {
		:root {
			color-scheme: light;
			--page: #ffffff;
			--day: #ffffff;
			--line: #999999;
			--text: #000000;
			--faint: #444444;
			--post: #ffffff;
			--edge: #3b6fc4;
			--good: #1f6a33;
			--bad: #b3261e;
			--bad-post: #ffffff;
			--gap: #ffffff;
			--gap-line: #777777;
			--today: #000000;
		}
		body {
			font-size: 11px;
		}
		.calendar {
			max-width: none;
			padding: 0;
		}
		.days {
			gap: 3px;
		}
		.day {
			min-height: 56px;
			padding: 4px;
			break-inside: avoid;
		}
		.mark {
			background: none;
			border: 1px solid;
			color: inherit;
			font-size: 9px;
		}
		.text {
			-webkit-line-clamp: 2;
		}
		.post,
		.accounts,
		.problem,
		.nothing,
		.free {
			font-size: 9px;
		}
		h1 {
			font-size: 16px;
		}
		.facts {
			margin-bottom: 6px;
			font-size: 10px;
		}
		h2 {
			break-after: avoid;
		}
	}
</style>`;
