/* Replacements for the globals that n8n forbids. bundleMagick.js injects them into ImageMagick's code. */

export const magickGlobals = { crypto, TextDecoder, FinalizationRegistry };

/** Keeps the library's messages out of n8n's log; its errors reach the caller as exceptions. */
export const magickLog = { log() {}, warn() {}, error() {} };
