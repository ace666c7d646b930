// OAuth grants (docs/reference/api-keys.md#oauth-grants).
import { expect } from 'chai';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { UNKNOWN_ID } from '../specimen.ts';

describe('OAuth grants', () => {
  const app = useApp();

  it('Lists no OAuth grants, and answers not_found 404 to the revocation of one.', async () => {
    const { api } = await createCaller(app);
    const { status, body } = await api.get('/oauth/grants?limit=10');
    expect({ status, body }).to.deep.equal({
      status: 200,
      body: { object: 'list', has_more: false, data: [] },
    });
    for (const id of [UNKNOWN_ID, 'none'])
      expectError(await api.delete(`/oauth/grants/${id}`), 404, 'not_found');
  });
});
