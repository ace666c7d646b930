// GET /emails/sources (docs/reference/emails.md#get-emailssources).
import { expect } from 'chai';
import type { EmailSource } from '../../../../shared/resources/messaging/emails/email.ts';
import { useAccount } from '../../../support/api/account.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createApiKey, createEmail } from '../../../support/factories/factories.ts';

describe('GET /emails/sources', () => {
  const app = useApp();
  const account = useAccount(app);

  it('Answers each source, the most frequent first, with the number of its emails and the time at which its newest sent email left.', async () => {
    const create = async (source: EmailSource, sentAt: string | null) => {
      const { id } = await createEmail(app.pool, account.accountId, { source });
      await app.pool.query('UPDATE emails SET sent_at = $2 WHERE id = $1', [id, sentAt]);
    };
    await create('api', null);
    await create('batch', '2026-11-20T11:00:00Z');
    await create('batch', '2026-11-20T12:00:00Z');
    await create('batch', null);
    await createEmail(app.pool, (await createApiKey(app.pool)).accountId, { source: 'smtp' });
    expect(await account.read('/emails/sources')).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [
        { source: 'batch', count: 3, last_sent_at: '2026-11-20T12:00:00.000Z' },
        { source: 'api', count: 1, last_sent_at: null },
      ],
    });
  });

  it('Answers the same source names that GET /emails accepts as a filter.', async () => {
    const sources = 'api, batch, campaign, automation, reply, forward, smtp, notice'.split(', ');
    for (const source of sources)
      await createEmail(app.pool, account.accountId, { source: source as EmailSource });
    const { data } = await account.read('/emails/sources');
    expect(data.map(({ source }: { source: string }) => source)).to.have.members(sources);
    for (const source of sources)
      expect((await account.read(`/emails?source=${source}`)).data).to.have.length(1);
    expectError(await account.api.get('/emails?source=web'), 422, 'validation_error');
  });

  it('Answers no sources for an account without emails.', async () => {
    expect((await account.read('/emails/sources')).data).to.deep.equal([]);
  });
});
