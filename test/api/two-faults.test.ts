// Requests with two faults, an invalid body and a malformed id: the body is checked first
// (docs/reference/requests.md#order-of-checks).
import { expect } from 'chai';
import { useApp } from '../support/app.ts';
import { expectError } from '../support/error-body.ts';
import { createApiKey } from '../support/factories.ts';
import { UNKNOWN_ID } from './specimen.ts';

describe('A request with a malformed id in its path', () => {
  const app = useApp({ config: { outboundReach: 'public' } });
  let token: string;
  before(async () => {
    ({ token } = await createApiKey(app.pool));
  });

  describe('Reports an invalid field before a malformed id in the path.', () => {
    it('a time of PATCH /emails/:id that cannot be read', async () => {
      const answer = await app.as(token).patch('/emails/none').send({ scheduled_at: 'nonsense' });
      expectError(answer, 422, 'validation_error');
    });

    it('a private address in PATCH /webhooks/:id', async () => {
      const answer = await app.as(token).patch('/webhooks/none').send({ endpoint_url: 'https://10.0.0.1/' });
      expectError(answer, 422, 'validation_error');
    });
  });

  it('Says that the attachment was not found, whichever id in the path of an attachment is malformed.', async () => {
    for (const [emailId, attachmentId] of [
      ['none', 'none'],
      ['none', UNKNOWN_ID],
      [UNKNOWN_ID, 'none'],
    ]) {
      const answer = await app.as(token).get(`/emails/${emailId}/attachments/${attachmentId}`);
      expect(expectError(answer, 404, 'not_found')).to.equal('Attachment not found.');
    }
  });
});
