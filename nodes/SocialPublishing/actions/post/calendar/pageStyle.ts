import { html } from '../../../vendor/html';

/** On a phone, days are a list; on a wide screen and on paper, weeks are rows. */
export const pageStyle = html`<style>
	:root {
		color-scheme: light dark;
		--page: light-dark(#f4f5f7, #14171c);
		--day: light-dark(#ffffff, #1d2128);
		--line: light-dark(#d5d9e0, #363d49);
		--text: light-dark(#1b1f27, #e8eaee);
		--faint: light-dark(#5a6372, #a2abb9);
		--post: light-dark(#eef3fb, #232d3f);
		--edge: light-dark(#3b6fc4, #7ba6ee);
		--good: light-dark(#2b7a3f, #7ecb92);
		--bad: light-dark(#b3261e, #ff9c93);
		--bad-post: light-dark(#fdecea, #3a2220);
		--gap: light-dark(#fff7e3, #2c2718);
		--gap-line: light-dark(#c69326, #a98532);
	}
	body {
		margin: 0;
		background: var(--page);
		color: var(--text);
		font:
			13px/1.4 system-ui,
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
	h3 {
		font-size: 14px;
	}
	.summary {
		margin: 6px 0 2px;
		font-size: 15px;
	}
	.facts {
		margin-bottom: 16px;
	}
	.facts,
	.weekday,
	.past h3,
	.nothing,
	.free,
	.state,
	.accounts {
		color: var(--faint);
	}
	.days {
		list-style: none;
		display: grid;
		gap: 8px;
		grid-template-columns: minmax(0, 1fr);
	}
	.weekday {
		display: none;
		padding: 0 8px;
	}
	.day {
		background: var(--day);
		border: 1px solid var(--line);
		border-radius: 8px;
		padding: 8px;
		overflow-wrap: anywhere;
	}
	.empty {
		background: var(--gap);
		border: 1px dashed var(--gap-line);
	}
	.today {
		border-color: var(--text);
		box-shadow: inset 0 0 0 1px var(--text);
	}
	.mark {
		float: right;
		background: var(--text);
		color: var(--day);
		border: 1px solid var(--text);
		border-radius: 4px;
		padding: 0 6px;
		font-size: 12px;
	}
	.post {
		background: var(--post);
		border-left: 3px solid var(--edge);
		border-radius: 4px;
		padding: 4px 6px;
	}
	.post,
	.nothing,
	.free {
		margin-top: 6px;
	}
	.out {
		border-left-color: var(--good);
	}
	.bad {
		background: var(--bad-post);
		border-left-color: var(--bad);
	}
	.summary,
	.when {
		font-weight: 600;
	}
	.state {
		font-weight: 400;
	}
	.out .state {
		color: var(--good);
	}
	.bad .state,
	.problem {
		color: var(--bad);
		font-weight: 600;
	}
	.text {
		display: -webkit-box;
		-webkit-box-orient: vertical;
		-webkit-line-clamp: 4;
		overflow: hidden;
	}
	.accounts,
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
		}
		.day {
			min-height: 72px;
			grid-column-start: var(--column, auto);
		}
		.day .name {
			display: none;
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
			--post: #ffffff;
			--bad-post: #ffffff;
			--gap: #ffffff;
		}
		body,
		.accounts,
		.problem,
		.mark {
			font-size: 9px;
		}
		.mark {
			background: none;
			color: inherit;
		}
		.calendar {
			max-width: none;
			padding: 0;
		}
		.days {
			gap: 3px;
		}
		.day {
			padding: 4px;
			break-inside: avoid;
		}
		.text {
			-webkit-line-clamp: 2;
		}
	}
</style>`;
