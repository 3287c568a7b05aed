import { CredentialTestContext } from 'n8n-core';

import { additionalDataFor, credentialsHelperFor } from '../../engine/additionalData';

it('n8n still gives a credential test only the deprecated request helper', async () => {
	const { helpers } = new CredentialTestContext(additionalDataFor(await credentialsHelperFor({})));
	expect(helpers).toHaveProperty('request');
	expect(helpers).not.toHaveProperty('httpRequest');
	expect(helpers).not.toHaveProperty('httpRequestWithAuthentication');
});
