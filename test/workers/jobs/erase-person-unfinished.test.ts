// The job that erases a person: mail that is not finished when the person is to be erased.
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { deriveEmailStatus } from '../../../shared/resources/messaging/emails/delivery/derive-status.ts';
import { recordOutcomes } from '../../../shared/resources/messaging/emails/delivery/record.ts';
import { lockHitRecipients } from '../../../shared/resources/messaging/emails/tracking/lock-recipients.ts';
import { recordHits } from '../../../shared/resources/messaging/emails/tracking/record-hits.ts';
import { createMessage } from '../../api/webhooks/owner.ts';
import { type MadeEmail, outcomeOf } from '../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { BO, ERASED, HOUR_MS, JIM, MINUTE_MS, useErasing } from './support/use-erasing.ts';

describe('the erasure of a person from mail that is not finished', () => {
  const erasing = useErasing();
  const { clock, query, run, start, erase, isDone } = erasing;
  const { change, emailOf, recipientsOf, eventsOf, logOf, payloadOf, emailTo, insertEvent } = erasing;

  const setStates = async (emailId: string, state: string) => {
    await query(
      `UPDATE email_recipients SET state = $2, next_attempt_at = NULL, woken_at = NULL
       WHERE email_id = $1 AND state <> 'canceled'`,
      [emailId, state],
    );
    await transaction(erasing.pool, (client) => deriveEmailStatus(client, new Map([[emailId, null]])));
  };

  it('Lets mail end that is being sent at the moment, and takes the person out of it afterwards.', async () => {
    const { id } = await emailTo([BO], { status: 'sending', subject: 'Hello Bo' });
    await query('UPDATE email_recipients SET claimed_by = $2, claim_token = $2 WHERE email_id = $1', [
      id,
      erasing.ids.next(),
    ]);
    const erasure = await erase();
    expect(await emailOf(id)).to.deep.include({ to_addresses: [BO], subject: 'Hello Bo' });
    expect(await recipientsOf(id)).to.deep.equal([{ address: BO, state: 'sending', smtp_reply: null }]);
    await query('UPDATE email_recipients SET claimed_by = NULL, claim_token = NULL WHERE email_id = $1', [
      id,
    ]);
    await setStates(id, 'failed');
    clock.advance(MINUTE_MS);
    // What was announced and read while it was on its way.
    const hook = await erasing.hook();
    await insertEvent(id, BO);
    const message = await createMessage(erasing.pool, hook, {
      createdAt: clock.now(),
      payload: { data: { email_id: id, to: [BO] } },
    });
    const late = await erasing.log({ createdAt: clock.now(), responseBody: { id, to: [BO] } });
    clock.advance(HOUR_MS);
    await run();
    expect(await isDone(erasure)).to.equal(true);
    expect(await emailOf(id)).to.deep.include({ to_addresses: [ERASED], subject: '' });
    expect(await recipientsOf(id)).to.deep.equal([{ address: ERASED, state: 'failed', smtp_reply: null }]);
    expect(await payloadOf(message.id)).to.deep.equal({ data: { email_id: id, email: ERASED } });
    expect((await logOf(late)).response).to.equal(null);
  });

  it('Forgets when the person got mail, opened some and followed a link; nothing that happens to that mail later counts again.', async () => {
    const engaged = async () =>
      (await query('SELECT email_key FROM contact_engagement ORDER BY 1')).map(({ email_key }) => email_key);
    await query(
      `INSERT INTO contact_engagement SELECT $1, unnest($2::text[]), '2026-01-01', '2026-01-01', '2026-01-01'`,
      [erasing.accountId, [BO, JIM]],
    );
    const sending = await emailTo([BO], { status: 'sending', source: 'campaign' });
    const failed = await emailTo([BO], { status: 'failed', source: 'campaign' });
    const token = erasing.ids.next();
    await query('UPDATE email_recipients SET claimed_by = $2, claim_token = $2 WHERE email_id = $1', [
      sending.id,
      token,
    ]);
    const record = async (email: MadeEmail) => {
      const outcome = outcomeOf({ ...email, token }, { result: 'delivered', at: clock.now() });
      await recordOutcomes({ ...erasing.deps, database: erasing.pool }, [outcome]);
    };
    const open = (email: MadeEmail) =>
      transaction(erasing.pool, async (client) => {
        const recipientId = email.recipients[0]?.id ?? '';
        const recipients = await lockHitRecipients(client, [recipientId], [email.id]);
        const hit = { recipientId, link: null, at: clock.now(), machine: null, ipAddress: '', userAgent: '' };
        await recordHits(client, [hit], recipients, erasing.deps);
      });
    const erasure = await erase();
    expect(await engaged()).to.deep.equal([JIM]);
    // A worker that had lost its claim has sent the mail that counted as failed.
    await record(failed);
    expect(await engaged()).to.deep.equal([JIM]);
    await record(sending);
    expect(await engaged()).to.deep.equal([BO, JIM]);
    clock.advance(HOUR_MS);
    await run();
    expect(await isDone(erasure)).to.equal(true);
    await open(sending);
    expect(await engaged()).to.deep.equal([JIM]);
    for (const { id } of [sending, failed])
      expect(new Set((await eventsOf(id)).map(({ recipient }) => recipient))).to.deep.equal(
        new Set([ERASED]),
      );
  });

  it("remembers no mail on its way to a person whose address has the person's in it", async () => {
    await emailTo([`jim${BO}`], { status: 'queued' });
    expect(await isDone(await erase())).to.equal(true);
  });

  describe('Cancels mail to the person that is still to be sent, at once. An email with other recipients is still sent to them, without the address.', () => {
    const dueAt = () => new Date(clock.now().getTime() + 24 * HOUR_MS);
    const schedule = async (addresses: string[], kinds: ('to' | 'cc' | 'bcc')[]) => {
      const recipients = addresses.map((address, index) => ({ address, kind: kinds[index] ?? 'to' }));
      const { id } = await emailTo(addresses, { status: 'pending', recipients, subject: 'Hello Bo' });
      await change(id, {
        scheduled_at: dueAt(),
        to_addresses: addresses.filter((_, index) => kinds[index] === 'to'),
        cc_addresses: addresses.filter((_, index) => kinds[index] === 'cc'),
      });
      await query('UPDATE email_recipients SET next_attempt_at = $2 WHERE email_id = $1', [id, dueAt()]);
      await query(
        `INSERT INTO email_usage (account_id, period, starts_on, used)
         SELECT account_id, period, date_trunc(period, created_at)::date, 5
         FROM emails, unnest(ARRAY['day', 'month']) AS period WHERE id = $1
         ON CONFLICT DO NOTHING`,
        [id],
      );
      return id;
    };
    const used = async () =>
      (
        await query("SELECT used FROM email_usage WHERE account_id = $1 AND period = 'day'", [
          erasing.accountId,
        ])
      )[0].used;

    it('to the person alone', async () => {
      const hook = await erasing.hook();
      const id = await schedule([BO], ['to']);
      await start();
      expect(await emailOf(id)).to.include({ status: 'canceled', last_event: 'canceled' });
      expect(await eventsOf(id)).to.deep.equal([{ recipient: BO, type: 'canceled', data: null }]);
      expect(await used()).to.equal(4);
      const announced = await query('SELECT payload FROM webhook_messages WHERE webhook_id = $1', [hook.id]);
      expect(announced.map(({ payload }) => JSON.parse(payload).data.to)).to.deep.equal([[BO]]);
      clock.advance(2 * MINUTE_MS);
      await run();
      expect(await emailOf(id)).to.deep.include({ to_addresses: [ERASED], subject: '' });
      expect(await eventsOf(id)).to.deep.equal([{ recipient: ERASED, type: 'canceled', data: null }]);
    });

    it('to the person, and to others in cc', async () => {
      const id = await schedule([BO, JIM], ['to', 'cc']);
      await start();
      expect(await emailOf(id)).to.deep.include({ status: 'pending', to_addresses: [], cc_addresses: [JIM] });
      expect((await recipientsOf(id)).map(({ state }) => state)).to.deep.equal(['canceled', 'pending']);
      expect(await used()).to.equal(4);
    });

    for (const state of ['queued', 'delivery_delayed'] as const)
      it(`that is ${state}`, async () => {
        const { id } = await emailTo([BO, JIM], { status: state });
        const { id: delivered } = await emailTo([BO, JIM], { status: state });
        await query("UPDATE email_recipients SET state = 'delivered' WHERE email_id = $1 AND address = $2", [
          delivered,
          JIM,
        ]);
        await start();
        const [person, other] = await query(
          'SELECT state, next_attempt_at, woken_at FROM email_recipients WHERE email_id = $1 ORDER BY position',
          [id],
        );
        expect(person).to.deep.equal({ state: 'canceled', next_attempt_at: null, woken_at: null });
        expect(other).to.include({ state });
        expect(await emailOf(id)).to.deep.include({ status: state, to_addresses: [JIM] });
        expect(await emailOf(delivered)).to.deep.include({ status: 'delivered', to_addresses: [BO, JIM] });
      });

    it('with a To and a Cc that a client of SMTP has written', async () => {
      const id = await schedule([BO, JIM], ['to', 'to']);
      const headers = { To: `"Smith, Bo" <${BO}>, "Smith, Jim" <${JIM}>`, cc: BO, 'X-Order': '17' };
      await change(id, { headers });
      await start();
      const { headers: left } = (await emailOf(id)) ?? {};
      expect(left).to.deep.equal({ To: `"Smith, Jim" <${JIM}>`, cc: '', 'X-Order': '17' });
    });

    it('several emails, each with its own recipients', async () => {
      const first = await schedule([BO, JIM], ['to', 'to']);
      const second = await schedule(['al@x.dev', BO], ['to', 'cc']);
      await start();
      expect(await emailOf(first)).to.deep.include({ to_addresses: [JIM], cc_addresses: null });
      expect(await emailOf(second)).to.deep.include({ to_addresses: ['al@x.dev'], cc_addresses: null });
    });

    it('to others too', async () => {
      const id = await schedule([BO, JIM], ['to', 'to']);
      const erasure = await start();
      expect(await emailOf(id)).to.deep.include({
        status: 'pending',
        to_addresses: [JIM],
        cc_addresses: null,
        subject: 'Hello Bo',
      });
      expect(await recipientsOf(id)).to.deep.equal([
        { address: ERASED, state: 'canceled', smtp_reply: null },
        { address: JIM, state: 'pending', smtp_reply: null },
      ]);
      expect(await eventsOf(id)).to.deep.equal([{ recipient: ERASED, type: 'canceled', data: null }]);
      expect(await used()).to.equal(4);
      clock.advance(2 * MINUTE_MS);
      await run();
      expect(await isDone(erasure)).to.equal(false);
      await setStates(id, 'delivered');
      clock.advance(HOUR_MS);
      await run();
      expect(await isDone(erasure)).to.equal(true);
      expect(await emailOf(id)).to.deep.include({ to_addresses: [JIM], subject: 'Hello Bo' });
    });
  });
});
