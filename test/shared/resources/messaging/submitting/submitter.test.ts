// That a message which is stored is answered so, whatever becomes of its uploads afterwards. What else becomes of submitted
// messages is in test/smtp/submission/.
import { expect } from 'chai';
import { createMessageParser } from '../../../../../shared/mail/parse/message-parser.ts';
import type { Database } from '../../../../../shared/platform/db/connect.ts';
import { createSubmitter } from '../../../../../shared/resources/messaging/submitting/submitter.ts';
import { useSender } from '../../../../api/emails/sender.ts';
import { useApp } from '../../../../support/api/app.ts';

describe('The submitter', () => {
  const app = useApp();
  const sender = useSender(app);
  const parser = createMessageParser({ dns: null });
  after(() => parser.close());

  for (const type of ['mixed', 'signed'])
    it(`answers a multipart/${type} with its id when it is stored, and Postgres goes away before the uploads are removed`, async () => {
      const { deps } = app;
      let failures = 0;
      const database: Database = Object.create(deps.database, {
        query: {
          value(...args: Parameters<Database['query']>) {
            if (!String(args[0]).includes('discarded')) return deps.database.query(...args);
            failures += 1;
            return Promise.reject(new Error('Connection terminated'));
          },
        },
      });
      const submitter = createSubmitter({ ...deps, database, parser, uploads: deps.attachments });
      const content = [
        `From: ana@${sender.domain.name}`,
        `Content-Type: multipart/${type}; boundary=b`,
        '',
        '--b',
        '',
        'Hello',
        '--b',
        'Content-Type: application/pdf; name=a.pdf',
        '',
        'pdf',
        '--b--',
        '',
      ];
      const id = await submitter.submit({
        key: { keyId: sender.accountId, accountId: sender.accountId, domainId: null },
        recipients: [
          {
            text: 'bo@customer.dev',
            mailbox: { name: undefined, address: 'bo@customer.dev', domain: 'customer.dev' },
          },
        ],
        content: Buffer.from(content.join('\r\n')),
        digest: Buffer.alloc(32),
        takeMemory: () => {},
      });
      expect(await sender.read(`/emails/${id}`)).to.deep.include({ bcc: ['bo@customer.dev'] });
      expect(failures).to.be.above(0);
    });
});
