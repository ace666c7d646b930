// Specimens of received emails for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { createCaller } from '../../support/api/account.ts';
import { createReceived } from '../../support/factories/received-factories.ts';
import { countIn, createAsker, type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { compareAnswers, GOOD_ANSWERS } from './replies/specimen.ts';

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    ...GOOD_ANSWERS,
    listReceivedEmails: {
      query: {
        limit: '20',
        after: UNKNOWN_ID,
        to: 'help@acme.dev',
        from: 'bo@customer.dev',
        q: 'hello',
        thread_id: UNKNOWN_ID,
        since: '2026-11-20',
        until: 'tomorrow',
      },
    },
    getReceivedEmail: { query: { html_format: 'cid' } },
    listReceivedAttachments: { query: { limit: '1', before: UNKNOWN_ID } },
  },
  async create(pool, accountId) {
    const { id, attachmentIds } = await createReceived(pool, accountId, { files: [{}] });
    return { id, attachmentId: attachmentIds[0] };
  },
  count: countIn('received_emails'),
  answers(app, expectAnswer) {
    it('Answers every operation on received emails with exactly the fields that openapi.json describes.', async () => {
      const { accountId, api } = await createCaller(app);
      const ask = createAsker(api, expectAnswer);
      const unread = {
        from: [],
        fromAddress: null,
        messageId: null,
        subject: null,
        html: null,
        text: null,
      };
      const broken = await createReceived(app.pool, accountId, {
        contents: { ...unread, parseError: 'It has too many parts.' },
      });
      const { id, attachmentIds } = await createReceived(app.pool, accountId, {
        files: [{ contentId: 'a' }, { filename: null, disposition: null }],
      });
      const path = `/emails/receiving/${id}`;
      await ask('listReceivedEmails', '/emails/receiving');
      await ask('listReceivedEmails', '/emails/receiving?limit=1');
      await ask('listReceivingAddresses', '/emails/receiving/addresses');
      await ask('getReceivedEmail', path);
      await ask('getReceivedEmail', `/emails/receiving/${broken.id}`);
      await ask('getRawReceivedEmail', `${path}/raw`);
      await ask('listReceivedAttachments', `${path}/attachments`);
      await ask('getReceivedAttachment', `${path}/attachments/${attachmentIds[1]}`);
      await ask('deleteReceivedEmail', path);
    });
    compareAnswers(app, expectAnswer);
  },
};
