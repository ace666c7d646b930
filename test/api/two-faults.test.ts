// Requests with two faults: a value that is refused and an id that is none. The value is named, as it always was: what a
// body says is checked before what a path names (docs/api.md, Order of checks).
import { expect } from 'chai';
import { useApp } from '../support/app.ts';
import { expectError } from '../support/error-body.ts';
import { createApiKey } from '../support/factories.ts';

describe('a request whose path names no id', () => {
  const app = useApp({ config: { outboundReach: 'public' } });
  let token: string;
  before(async () => {
    ({ token } = await createApiKey(app.pool));
  });

  it('answers validation_error 422 when the time of PATCH /emails/:id cannot be read', async () => {
    const answer = await app.as(token).patch('/emails/none').send({ scheduled_at: 'nonsense' });
    expectError(answer, 422, 'validation_error');
  });

  it('answers validation_error 422 when the endpoint of PATCH /webhooks/:id is refused', async () => {
    const answer = await app.as(token).patch('/webhooks/none').send({ endpoint_url: 'https://10.0.0.1/' });
    expectError(answer, 422, 'validation_error');
  });

  it('is the id of no attachment, whichever id of the path it is', async () => {
    const answer = await app.as(token).get('/emails/none/attachments/none');
    expect(expectError(answer, 404, 'not_found')).to.equal('Attachment not found.');
  });
});
