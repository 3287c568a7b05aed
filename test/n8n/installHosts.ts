import { installHosts } from './install';

/* Installs what `npm run test:n8n` would install first. */
void installHosts(console.log);
