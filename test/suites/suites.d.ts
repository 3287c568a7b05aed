/** Makes suites of test files: see suites.js. */
export function makeSuites(folders: string[], target: string): string[];
