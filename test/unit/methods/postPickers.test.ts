import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch, loadOptions, type PickerOptions } from '../../engine';
import { dialects, type ServiceOptions } from '../../service';
import { draft, failed, made, scheduled } from '../actions/createRecords';
import { byId, useNodeHarness } from '../support/nodeHarness';

const services: Array<[string, ServiceOptions]> = [
	['the first dialect', { dialect: dialects.first }],
	['the second dialect', { dialect: dialects.second, hostileIds: true }],
];

describe.each(services)('the pickers of posts, with %s', (_dialect, options) => {
	const harness = useNodeHarness(options);

	function picker(method: string, operation: string, resource = 'post'): PickerOptions {
		const { credentials, workspaceId } = harness;
		const parameters: INodeParameters = {
			resource,
			operation,
			workspaceId: byId(workspaceId),
		};
		return {
			nodeType: new SocialPublishing(),
			method,
			credentials,
			parameters,
			timezone: 'Europe/Berlin',
		};
	}

	async function names(operation: string) {
		const { results } = await listSearch(picker('searchPosts', operation));
		return results.map(({ name }) => name);
	}

	/** A time as the picker shows it in Berlin, with the year unless it is the current one. */
	function shown(atMs: number) {
		const format = (form: Intl.DateTimeFormatOptions) =>
			new Date(atMs).toLocaleString('en-GB', { timeZone: 'Europe/Berlin', ...form });
		const year = format({ year: 'numeric' });
		const nowYear = new Date(harness.service.clock.now()).toLocaleString('en-GB', {
			timeZone: 'Europe/Berlin',
			year: 'numeric',
		});
		const day = `${format({ day: 'numeric' })} ${format({ month: 'short' }).slice(0, 3)}`;
		const time = format({ hour: '2-digit', minute: '2-digit' });
		return year === nowYear ? `${day} ${time}` : `${day} ${year} ${time}`;
	}

	it("distinguish posts by status and time in the workflow's timezone", async () => {
		await scheduled(harness);
		const [post] = harness.service.state.posts.values();
		const at = shown(post?.schedule?.atMs ?? 0);
		expect(await names('get')).toEqual([`Fresh bread — scheduled, ${at}`]);
		await draft(harness);
		const created = shown([...harness.service.state.posts.values()].at(-1)?.createdAtMs ?? 0);
		const state = options.dialect?.postStatus === false ? '(draft|unknown)' : 'draft';
		const [newest] = await names('get');
		expect(newest).toMatch(new RegExp(`^Fresh bread — (${state}, )?created ${created}$`));
	});

	it('show the text of the first account if there is no shared text, shortened', async () => {
		const text = `Row\none ${'and more '.repeat(20)}`;
		const destination = { accountId: harness.service.accountId('Slow'), text };
		await made(harness, 'post:create', {
			text: '',
			destinationInput: 'perAccount',
			destinations: { destination: [destination] },
		});
		expect((await names('get'))[0]).toMatch(/^Row one and more and more and more and…? ?\S*… — /);
	});

	it('distinguish posts that look the same by their IDs', async () => {
		await draft(harness);
		await draft(harness);
		const ids = [...harness.service.state.posts.keys()].reverse();
		const all = await names('get');
		expect(all).toHaveLength(2);
		expect(new Set(all).size).toBe(2);
		for (const [index, id] of ids.entries()) {
			const isSame = all.every((name) => name.includes('['));
			if (isSame) expect(all[index]).toContain(`[${id}]`);
		}
	});

	it('list the posts that the operation accepts', async () => {
		await draft(harness);
		await scheduled(harness);
		await failed(harness);
		const { postId } = await draft(harness);
		await made(harness, 'post:publish', { postId });
		const statuses = async (operation: string) =>
			(await names(operation)).map((name) => / — (\w+)/.exec(name)?.[1]).sort();
		expect(await statuses('get')).toEqual(['draft', 'failed', 'published', 'scheduled']);
		expect(await statuses('publish')).toEqual(['draft', 'failed', 'scheduled']);
		expect(await statuses('update')).toEqual(['draft', 'failed', 'scheduled']);
		expect(await statuses('delete')).toEqual(['draft', 'failed', 'scheduled']);
		expect(await statuses('cancel')).toEqual(['scheduled']);
		expect(await statuses('reschedule')).toEqual(['scheduled']);
		expect(await statuses('retryFailed')).toEqual(['failed']);
	});

	it('list failed deliveries by account, first words and reason', async () => {
		await draft(harness);
		const { destinationId } = await failed(harness);
		const { results } = await listSearch(picker('searchFailedDeliveries', 'retryDelivery'));
		expect(results).toEqual([
			{
				name: 'Always fails (pagebook) — Fresh bread — The platform rejected the post.',
				value: destinationId,
			},
		]);
	});

	it('mark the accounts that need reconnecting', async () => {
		harness.service.setConnected('Slow', false);
		const expected = 'Slow (worklink) (reconnect needed)';
		const { results } = await listSearch(picker('searchAccounts', 'getAccount', 'statistics'));
		expect(results.map(({ name }) => name)).toContain(expected);
		const choices = await loadOptions(picker('getAccounts', 'create'));
		expect(choices.map(({ name }) => name)).toContain(expected);
		expect(choices.filter(({ name }) => name.includes('reconnect'))).toHaveLength(1);
	});
});
