// Requests with two faults, an invalid body and a malformed id: the body is checked first
// (docs/reference/requests.md#order-of-checks).
import { expect } from 'chai';
import { useAccount } from '../support/api/account.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import { UNKNOWN_ID } from './specimen.ts';

describe('A request with a malformed id in its path', () => {
  const app = useApp({ config: { outboundReach: 'public' } });
  const account = useAccount(app);

  it('Reports an invalid field before a malformed id in the path.', async () => {
    // A time that cannot be read, and a private address.
    for (const [path, body] of [
      ['/emails/none', { scheduled_at: 'nonsense' }],
      ['/webhooks/none', { endpoint_url: 'https://10.0.0.1/' }],
    ] as const)
      expectError(await account.api.patch(path).send(body), 422, 'validation_error');
  });

  it('Says that the attachment was not found, whichever id in the path of an attachment is malformed.', async () => {
    for (const [emailId, attachmentId] of [
      ['none', 'none'],
      ['none', UNKNOWN_ID],
      [UNKNOWN_ID, 'none'],
    ]) {
      const answer = await account.api.get(`/emails/${emailId}/attachments/${attachmentId}`);
      expect(expectError(answer, 404, 'not_found')).to.equal('Attachment not found.');
    }
  });
});
