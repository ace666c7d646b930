// Emails that retention has removed (docs/reference/emails.md#get-emailsid).
import { expect } from 'chai';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createSuppression } from '../../../support/factories/factories.ts';
import { removeOldRows } from '../../../support/work/remove-old-rows.ts';
import { useSender } from '../sender.ts';

describe('an old email', () => {
  const app = useApp();
  const sender = useSender(app);

  it('Removes an email 30 days after its last recipient has ended, with its events, contents and files; one that may still be sent stays.', async () => {
    const now = app.clock.now();
    const attachments = [{ filename: 'a.txt', content: 'eA==' }];
    const scheduled_at = new Date(now.getTime() + 29 * DAY_MS).toISOString();
    const ended = await sender.sent({ to: ['bo@customer.dev', 'cy@customer.dev'], attachments });
    const waiting = await sender.sent({ scheduled_at });
    const daysAfter = (days: number) => new Date(now.getTime() + days * DAY_MS);
    await app.pool.query(
      `UPDATE email_recipients SET state = 'bounced', next_attempt_at = NULL, woken_at = NULL,
         updated_at = CASE address WHEN 'bo@customer.dev' THEN $2 ELSE $3 END::timestamptz
       WHERE email_id = $1`,
      [ended.id, now, daysAfter(3)],
    );
    await app.pool.query(`UPDATE emails SET status = 'bounced' WHERE id = $1`, [ended.id]);
    const cause = { origin: 'bounce', emailId: ended.id, smtpReply: '550 5.1.1 no such user' } as const;
    await createSuppression(app.pool, sender.accountId, 'bo@customer.dev', cause);
    const read = async (path: string) => (await sender.api.get(path)).body;
    const figures = async () => [await read('/usage'), await read('/emails/metrics')];
    const before = await figures();

    await removeOldRows(app.pool, daysAfter(33));
    expect(await read(`/emails/${ended.id}`)).to.include({ object: 'email' });
    await removeOldRows(app.pool, new Date(daysAfter(33).getTime() + 1));
    for (const part of ['', '/trace', '/attachments'])
      expectError(await sender.api.get(`/emails/${ended.id}${part}`), 404, 'not_found');
    expect(await read('/emails')).to.include({ has_more: false });
    expect((await read('/emails')).data.map(({ id }: { id: string }) => id)).to.deep.equal([waiting.id]);
    expect(await read(`/emails/${waiting.id}`)).to.deep.include({ status: 'pending', html: waiting.html });
    for (const table of ['email_recipients', 'email_contents', 'email_attachments', 'attachment_chunks']) {
      const { rowCount } = await app.pool.query(`SELECT FROM ${table}`);
      expect(rowCount, table).to.equal(['email_recipients', 'email_contents'].includes(table) ? 1 : 0);
    }
    expect((await read('/suppressions/bo@customer.dev')).smtp_reply).to.equal('550 5.1.1 no such user');
    expect(await figures()).to.deep.equal(before);
  });
});
