/** Advice that only a person in the editor could follow. */
export const FOR_PEOPLE =
	/retry this execution|Executions|new execution|run the node|Retry On Fail|option/;
