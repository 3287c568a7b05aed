import { canonicalJson } from '../../shared/json';

/** What a preflight says against a post, in the service's words, where it has some. */
export interface Complaint {
	text: string;
	/** The account that it is about; undefined where it is about the post, or the service does not say. */
	accountId: string | undefined;
	/** It is nothing but a no. */
	isBare?: true;
}

/** The text of a no for which the service gives no reason. */
export function bareNo(name: string, value: unknown): string {
	return `the service gives no reason (${name}: ${String(value)})`;
}

export function distinct(complaints: Iterable<Complaint>): Complaint[] {
	return [
		...new Map([...complaints].map((complaint) => [canonicalJson(complaint), complaint])).values(),
	];
}

/** A no says nothing more where there are reasons for the same account, or for the post. */
export function withoutRepeatedNo(objections: Complaint[]): Complaint[] {
	const explained = objections.filter(({ isBare }) => !isBare);
	const isExplained = (no: Complaint) =>
		explained.some(
			({ accountId }) =>
				[accountId, no.accountId].includes(undefined) || accountId === no.accountId,
		);
	return objections.filter((objection) => !objection.isBare || !isExplained(objection));
}
