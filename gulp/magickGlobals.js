/* What ImageMagick's code finds under the global names that n8n forbids: see bundleMagick.js. */

export const magickGlobals = { crypto, TextDecoder, FinalizationRegistry };

/** Its warnings reach the caller as exceptions; n8n's log is no place for them. */
export const magickConsole = { log() {}, warn() {}, error() {} };
