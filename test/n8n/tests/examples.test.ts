import { exampleFiles } from '../examples';
import { ExampleTestbed } from '../exampleTestbed';
import { accountToReconnect } from './examples/accountToReconnect';
import { agentDrafts } from './examples/agentDrafts';
import { approveBeforePublishing } from './examples/approveBeforePublishing';
import { calendarPage } from './examples/calendarPage';
import { cmsToScheduledPost } from './examples/cmsToScheduledPost';
import { failedDeliveryToChat } from './examples/failedDeliveryToChat';
import { feedToQueue } from './examples/feedToQueue';
import { nothingPlanned } from './examples/nothingPlanned';
import { rssToPost } from './examples/rssToPost';
import { tableToCalendar } from './examples/tableToCalendar';
import { uncertainDeliveryToReview } from './examples/uncertainDeliveryToReview';
import { weeklyStatistics } from './examples/weeklyStatistics';

const checks = [
	rssToPost,
	feedToQueue,
	cmsToScheduledPost,
	tableToCalendar,
	failedDeliveryToChat,
	approveBeforePublishing,
	uncertainDeliveryToReview,
	accountToReconnect,
	weeklyStatistics,
	calendarPage,
	nothingPlanned,
	agentDrafts,
];

describe.each([2, 1] as const)('in n8n %i, the example', (version) => {
	let testbed: ExampleTestbed;

	beforeAll(async () => {
		testbed = await ExampleTestbed.start(version);
	});

	afterEach(() => testbed.reset());

	afterAll(async () => await testbed?.close());

	it.each(checks.map((each) => [each.fileName, each.title, each] as const))(
		'%s %s',
		async (_fileName, _title, example) => await example.check(testbed),
	);
});

it('there is a test for every example', () => {
	expect(checks.map(({ fileName }) => fileName).sort()).toEqual(exampleFiles());
});
