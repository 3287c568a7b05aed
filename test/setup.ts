import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { recordErrorTexts } from './errorTexts';

// n8n-core reads these when it is first imported, so they are set before any test file runs. Each file gets its own
// user folder, to keep the binary data and instance settings of the files apart.
const userFolder = mkdtempSync(path.join(tmpdir(), 'n8n-engine-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'a key for tests only';
process.env.N8N_LOG_LEVEL = 'silent';

if (process.env.ERROR_TEXTS) recordErrorTexts(process.env.ERROR_TEXTS);

afterAll(() => {
	rmSync(userFolder, { recursive: true, force: true });
});
