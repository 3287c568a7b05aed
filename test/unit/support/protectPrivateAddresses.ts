/**
 * Turns on n8n's protection of private addresses, with an exception for the reference service. Import it first, because
 * n8n reads these variables when it is loaded.
 */
process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
process.env.N8N_SSRF_ALLOWED_IP_RANGES = '127.0.0.1/32';

/** An address of this machine that the protection does not allow. */
export const PROTECTED_HOST = '127.0.0.2';
