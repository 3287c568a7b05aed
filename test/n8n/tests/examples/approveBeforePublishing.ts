import axios from 'axios';

import { APPROVAL, Approval, LOGIN, loginOf } from '../../approval';
import { resultOf, type ExampleTestbed } from '../../exampleTestbed';
import { housePictures, startSampleFeed } from '../../sampleFeed';
import { openLink, submitForm } from '../../waitingExecution';
import { DAY_MS, type ExampleCheck } from './exampleCheck';
import { HOSTILE_TEXT } from './hostileText';

const AUTHOR = { to: 'author@example.com', subject: 'The outcome of your post' };

export const approveBeforePublishing: ExampleCheck = {
	fileName: APPROVAL,
	title: 'shows what is to go out, with the pictures, and lets only that go out',

	async check(testbed) {
		const { n8n, reader, service } = testbed;
		const approval = await Approval.start(testbed);
		const { phone } = await housePictures();
		const website = await startSampleFeed([{ title: 'Bread', picture: phone }]);
		const picture = `${website.url}/0.picture`;

		for (const headers of [{}, loginOf('guessed')]) {
			expect((await fetch(approval.form, { headers })).status).toBe(401);
			await expect(submitForm(approval.form, ['Guessed', picture], headers)).rejects.toThrow('401');
		}
		expect(website.downloads).toBe(0);

		const good = await approval.suggest(HOSTILE_TEXT, { picture });
		expect(good).toMatchObject({ to: 'you@example.com', subject: 'Publish this post?' });
		const shown = await reader.readMail(good.body);
		const each = ['Bread on Shortpost', 'Short <i>', 'Reply 1', 'A reply'];
		const other = ['Cakes on Pagebook', HOSTILE_TEXT, 'It goes out at once if you approve it.'];
		for (const part of [...each, ...other]) expect(shown).toContain(part);
		const [uploaded] = [...service.state.media.values()];
		expect(good.pictures).toEqual({ picture_1: uploaded?.bytes });
		expect(good.body.match(/src="cid:picture_1"/g)).toHaveLength(2);

		// Whatever opens the link decides nothing, and nobody decides without the password.
		expect((await openLink(good.link)).status).toBe(401);
		await expect(submitForm(good.link, ['Publish', 'Nobody', ''])).rejects.toThrow('401');
		const page = await openLink(good.link, LOGIN);
		expect(await page.text()).toContain('Do not publish');
		expect((await n8n.rest.execution(good.executionId)).status).toBe('waiting');
		expect(testbed.statuses).toEqual([[expect.any(String), 'draft', 'pending', 'pending']]);

		const published = await approval.answer(good, ['Publish', 'Ada', 'Nice']);
		expect(resultOf(published.execution, 'What Became of It').items).toMatchObject([
			{ decision: 'Publish', decided_by: 'Ada', comment: 'Nice' },
		]);
		expect(published.told).toMatchObject(AUTHOR);
		expect(published.told.body).toMatch(/^Published[^]*Publish, Ada: Nice/);

		const day = service.clock.iso(service.clock.now() + 2 * DAY_MS).slice(0, 10);
		const planned = await approval.suggest('Planned', { day, time: '15:00' });
		expect(await reader.readMail(planned.body)).toContain(', 15:00 ');
		const scheduled = await approval.answer(planned, ['Publish', 'Ada', '']);
		expect(scheduled.told.body).toMatch(/^The post is scheduled\. It goes out on /);

		const unwanted = await approval.suggest('Declined');
		const declined = await approval.answer(unwanted, ['Do not publish', 'Ada', 'Too <long>']);
		expect(declined.told).toMatchObject(AUTHOR);
		expect(declined.told.body).toMatch(/^The post was declined[^]*Do not publish, Ada: Too <long>/);
		expect(resultOf(declined.execution, 'What Became of It').items).toMatchObject([
			{ decision: 'Do not publish', decided_by: 'Ada', comment: 'Too <long>' },
		]);

		const seen = await approval.suggest('Changed');
		await changePost(testbed, 'Changed', 'Changed after it was shown');
		const changed = await approval.answer(seen, ['Publish', 'Ada', '']);
		expect(changed.told.body).toMatch(/has been changed[^]*Your text:\s+Changed/);

		const missing = await approval.suggest('Missing', {
			picture: `${website.url}/missing.picture`,
		});
		website.close();
		expect(missing).toMatchObject(AUTHOR);
		expect(missing.body).toMatch(/picture[^]*Your text:\s+Missing/);
		// A form sends the ends of lines as a browser does.
		const posts = testbed.statuses.map(([text, status]) => [text?.replace('\r\n', '\n'), status]);
		expect(posts).toEqual([
			[HOSTILE_TEXT, 'published'],
			['Planned', 'scheduled'],
			['Declined', 'draft'],
			['Changed after it was shown', 'draft'],
		]);
	},
};

/** Changes a post as somebody does in the service's own interface. */
async function changePost({ service }: ExampleTestbed, text: string, newText: string) {
	const post = [...service.state.posts.values()].find((each) => each.text === text);
	const url = `${service.baseUrl}/workspaces/${post?.workspaceId}/posts/${post?.id}`;
	const headers = { authorization: `Bearer ${service.token}` };
	const { headers: read } = await axios.get(url, { headers });
	await axios.patch(url, { text: newText }, { headers: { ...headers, 'if-match': read.etag } });
}
