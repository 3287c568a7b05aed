import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n-core reads these when it is first imported, so this file is imported before it.
const userFolder = mkdtempSync(path.join(tmpdir(), 'n8n-bench-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'silent';

process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
