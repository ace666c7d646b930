// The job that erases a person: the reports about mail to the address.
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { createReport, type ReportFields } from '../../support/factories/received-factories.ts';
import { BO, HOUR_MS, JIM, useErasing } from './support/use-erasing.ts';

describe('the erasure of a person from reports', () => {
  const erasing = useErasing();
  const { query, erase, emailTo, clock, run, isDone } = erasing;
  const reportAbout = async (recipientId: string | undefined, fields: ReportFields = {}) =>
    (await createReport(erasing.pool, erasing.accountId, { ...fields, ...(recipientId && { recipientId }) }))
      .id;
  const stored = async () =>
    (
      await query('SELECT id FROM received_emails WHERE account_id = $1 ORDER BY id', [erasing.accountId])
    ).map(({ id }) => id);
  /** The chunks of the contents that are stored. */
  const chunks = async () =>
    (await query('SELECT count(DISTINCT id)::integer AS count FROM received_chunks'))[0].count;

  it('Removes the reports about mail to the address with their bytes, and those about others stay.', async () => {
    const { recipients } = await emailTo([BO.toUpperCase(), JIM]);
    const [bo, jim] = recipients.map(({ id }) => id);
    const before = await chunks();
    for (const effect of ['applied', 'ignored', null])
      await reportAbout(bo, { effect, raw: `From: ${BO}\r\n\r\nI am away.\r\n` });
    await reportAbout(bo, { purpose: 'feedback' });
    const kept = [await reportAbout(jim), await reportAbout(undefined)];
    await erase();
    expect(await stored()).to.deep.equal(kept);
    expect(await chunks()).to.equal(before + kept.length);
  });

  it('Removes what providers have said of mail to the address, and keeps what they have said of others.', async () => {
    const { recipients } = await emailTo([BO, JIM]);
    for (const [number, { id }] of recipients.entries())
      await query(
        `INSERT INTO provider_feedback (id, provider, event_key, account_id, recipient_id, result, type, created_at, effect)
         SELECT uuid_v7(now()), 'post', decode(md5($2::uuid::text || n), 'hex'), $1, $2, 'delayed', 'T', now(), 'applied'
         FROM generate_series(0, $3) AS n`,
        [erasing.accountId, id, number],
      );
    await erase();
    const left = await query('SELECT recipient_id FROM provider_feedback WHERE account_id = $1', [
      erasing.accountId,
    ]);
    expect(left).to.deep.equal(Array(2).fill({ recipient_id: recipients[1]?.id }));
  });

  it('removes more of them than a statement does', async () => {
    const { recipients } = await emailTo([BO]);
    await query(
      `INSERT INTO received_emails (id, account_id, client_address, helo, mail_from, received_for, size, created_at, purpose,
                                    recipient_id, report_effect)
       SELECT uuid_v7(now() + n * interval '1 ms'), $1, '192.0.2.1', 'x', '', '{}', 1, now(), 'report', $2, 'applied'
       FROM generate_series(1, 250) AS n`,
      [erasing.accountId, recipients[0]?.id],
    );
    await erase();
    expect(await stored()).to.deep.equal([]);
  });

  it('waits for mail on its way, and removes the reports about it with the address', async () => {
    const { id, recipients } = await emailTo([BO, JIM], { status: 'sending' });
    const [bo, jim] = recipients.map((each) => each.id);
    await query(`UPDATE email_recipients SET state = 'delivered' WHERE id = $1`, [bo]);
    const report = await reportAbout(bo);
    const erasure = await erase();
    expect(await stored()).to.deep.equal([report]);
    await query(`UPDATE email_recipients SET state = 'delivered' WHERE id = $1`, [jim]);
    await query(`UPDATE emails SET status = 'delivered' WHERE id = $1`, [id]);
    clock.advance(HOUR_MS);
    await run();
    expect([await isDone(erasure), await stored()]).to.deep.equal([true, []]);
  });

  it('does not wait for a worker that records one, from which nothing follows any more', async () => {
    const { recipients } = await emailTo([BO]);
    const held = await reportAbout(recipients[0]?.id, { effect: null });
    const other = await reportAbout(recipients[0]?.id);
    await transaction(erasing.pool, async (client) => {
      await client.query('SELECT FROM received_emails WHERE id = $1 FOR NO KEY UPDATE', [held]);
      expect(await isDone(await erase())).to.equal(true);
    });
    expect(await stored())
      .to.deep.equal([held])
      .and.not.include(other);
  });
});
