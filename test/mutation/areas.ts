/**
 * The unit tests that watch over each folder, by folder or by file. They are those that notice a change soonest: a mutant
 * survives if none of them fails, although another test may.
 */
const TESTS_OF_AREA: Record<string, string[]> = {
	transport: [
		'transport',
		'api/records',
		'actions/boundedAnswers',
		'actions/endlessLists',
		'actions/errorMessages',
		'actions/idempotency',
		'actions/proxyPages',
		'actions/repeatedRequests',
		'actions/retryOnFail',
		'actions/toleratedResponses',
		'actions/uncertainAttempts',
		'actions/workflowCancellation',
	],
	api: [
		'api',
		'methods',
		'actions/media/upload',
		'actions/post/accountAccess',
		'actions/post/ambiguousStatuses',
		'actions/post/checkFirst',
		'actions/post/content/accountNames',
		'actions/post/content/listedAccounts',
		'actions/post/content/textOverflow',
		'actions/post/lostResponseRevisions',
		'actions/post/once/earlierPost',
		'actions/post/once/onceForGood',
		'actions/post/once/terseLists',
		'actions/post/publishing',
		'actions/post/retryDelivery',
		'actions/post/retryFailed',
		'actions/post/revisions',
		'actions/post/simplify',
		'actions/post/updateMedia',
		'actions/post/validate',
		'actions/post/waitForOutcome',
		'actions/statistics/returnTable',
		'actions/statistics/statistics',
		'actions/statistics/unreadable',
		'actions/webhook',
		'actions/idempotency',
		'actions/lostResponses',
		'actions/uncertainAttempts',
		'trigger/includeResource',
		'trigger/registration/liveness',
		'trigger/registration/missedDeliveries',
		'trigger/registration/parallelCreations',
	],
	media: [
		'media',
		'actions/media',
		'actions/post/attachedFiles',
		'actions/post/hostileDownloads',
		'actions/post/mediaByAddress',
		'actions/post/missingMedia',
	],
	image: [
		'image/formats',
		'image/colourProfiles',
		'image/detect',
		'image/limits',
		'image/passThrough',
		'image/phonePhoto',
		'image/prepareJpeg',
		'image/resample',
		'image/resampleKernel',
	],
	trigger: [
		'trigger/delivery',
		'trigger/duplicateEvents',
		'trigger/handover',
		'trigger/includeResource',
		'trigger/registration',
		'trigger/seenEvents',
	],
	'trigger/poll': ['trigger/poll'],
};

/** @throws if the area is not in the list */
export function testsOf(area: string | undefined): string[] {
	const tests = TESTS_OF_AREA[area ?? ''];
	if (tests !== undefined) return tests;
	throw new Error(`Set MUTATION_AREA to one of: ${Object.keys(TESTS_OF_AREA).join(', ')}`);
}
