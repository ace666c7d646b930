// Scheduled emails: sent when they are due, retried as long as any other mail from then on, and not sent when a check
// fails in the meantime. What is not sent is refunded.
import { expect } from 'chai';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { confirmAddress } from '../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { setProductionAccess } from '../../../shared/resources/foundation/accounts/update.ts';
import { cancelEmail } from '../../../shared/resources/messaging/emails/cancel.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useSending } from './support/use-sending.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

describe('A scheduled email', () => {
  const sending = useSending();
  before(() => sending.startWorker());
  afterEach(async () => {
    const { pool } = sending;
    await pool.query(`UPDATE domains SET status = 'verified'; TRUNCATE suppressions, confirmed_addresses`);
    await setProductionAccess(pool, sending.accountId, true);
  });
  const schedule = (afterMs = HOUR_MS, changes: Parameters<typeof sending.accept>[0] = {}) =>
    sending.accept({ scheduledAt: new Date(sending.clock.now().getTime() + afterMs), ...changes });
  /** Charged quota units of all days. */
  const charged = async () => {
    const { rows } = await sending.pool.query(
      `SELECT coalesce(sum(used), 0)::integer AS used FROM email_usage WHERE period = 'day'`,
    );
    return rows[0].used;
  };

  it('is sent when it is due, and not before', async () => {
    const id = await schedule();
    await sending.tick(HOUR_MS - 1);
    expect((await sending.find(id)).status).to.equal('pending');
    expect(sending.sink.count()).to.equal(0);
    await sending.tick(1);
    const { sent_at } = await sending.whenStatus(id, 'delivered');
    expect(sent_at).to.deep.equal(sending.clock.now());
    expect(await sending.types(id)).to.deep.equal(['scheduled', 'sent', 'delivered']);
    expect(sending.sink.count()).to.equal(1);
  });

  it('is sent to an address of before that has what is not seen', async () => {
    const id = await schedule();
    const address = 'bo\u200b@customer.dev';
    await sending.pool.query('UPDATE emails SET to_addresses = ARRAY[$2] WHERE id = $1', [id, address]);
    await sending.pool.query('UPDATE email_recipients SET address = $2 WHERE email_id = $1', [id, address]);
    await sending.tick(HOUR_MS);
    await sending.whenStatus(id, 'delivered');
    expect(sending.sink.messages.at(-1)?.to).to.deep.equal([address]);
  });

  it('Dates the message of a scheduled email by its scheduled time, at each attempt.', async () => {
    sending.refuse('451 4.3.0 come again', { times: 1 });
    const id = await schedule(2 * DAY_MS);
    const { scheduled_at } = await sending.find(id);
    await sending.tick(2 * DAY_MS);
    await sending.whenStatus(id, 'delivery_delayed');
    await sending.tick(RETRY_DELAYS_MS[0]);
    await sending.whenStatus(id, 'delivered');
    const date = /^Date: (.*)$/m.exec(sending.sink.messages[0]?.raw.toString() ?? '')?.[1] ?? '';
    expect(Math.floor(new Date(date).getTime() / 1_000)).to.equal(
      Math.floor((scheduled_at?.getTime() ?? 0) / 1_000),
    );
  });

  it('Tries a scheduled email for up to 72 hours from its scheduled time, however long ago it was accepted.', async () => {
    sending.refuse('451 4.3.0 come again');
    const id = await schedule(29 * DAY_MS);
    const { scheduled_at } = await sending.find(id);
    await sending.tick(29 * DAY_MS);
    for (const attempts of RETRY_DELAYS_MS.keys()) {
      await eventually('it is delayed', async () => {
        const recipient = await sending.recipient(id);
        return recipient.state === 'delivery_delayed' && recipient.attempts === attempts + 1;
      });
      const { next_attempt_at } = await sending.recipient(id);
      await sending.tick((next_attempt_at?.getTime() ?? 0) - sending.clock.now().getTime());
    }
    await sending.whenStatus(id, 'failed');
    const triedMs = sending.clock.now().getTime() - (scheduled_at?.getTime() ?? 0);
    expect(triedMs).to.be.within(0.85 * 3 * DAY_MS, 3 * DAY_MS);
  });

  it('is sent again when the server refused it temporarily', async () => {
    sending.refuse('451 4.3.0 come again', { times: 1 });
    const id = await schedule();
    await sending.tick(HOUR_MS);
    await sending.whenStatus(id, 'delivery_delayed');
    await sending.tick(RETRY_DELAYS_MS[0]);
    await sending.whenStatus(id, 'delivered');
    expect(await sending.types(id)).to.deep.equal(['scheduled', 'delivery_delayed', 'sent', 'delivered']);
  });

  describe('Checks the production access, the From domain, the suppression list and the topic again before each attempt.', () => {
    it('is not sent to an address that was suppressed since, and the charge for it is refunded', async () => {
      const before = await charged();
      const id = await schedule(HOUR_MS, { to: mailboxes('bo@customer.dev', 'cy@customer.dev') });
      expect(await charged()).to.equal(before + 2);
      await createSuppression(sending.pool, sending.accountId, 'bo@customer.dev');
      await sending.tick(HOUR_MS);
      await sending.whenStatus(id, 'delivered');
      expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['cy@customer.dev']);
      expect(await sending.states(id)).to.deep.equal(['suppressed', 'delivered']);
      expect(await charged()).to.equal(before + 1);
    });

    it('fails when its domain was lost in the meantime, and is refunded', async () => {
      const before = await charged();
      const id = await schedule();
      await sending.pool.query(`UPDATE domains SET status = 'failed' WHERE id = $1`, [
        sending.sender.domain.id,
      ]);
      await sending.tick(HOUR_MS);
      await sending.whenStatus(id, 'failed');
      expect(await sending.types(id)).to.deep.equal(['scheduled', 'failed']);
      expect(sending.sink.count()).to.equal(0);
      expect(await charged()).to.equal(before);
    });

    it('is sent only to confirmed addresses when its account has lost production access', async () => {
      const before = await charged();
      const id = await schedule(HOUR_MS, { to: mailboxes('bo@customer.dev', 'cy@customer.dev') });
      await setProductionAccess(sending.pool, sending.accountId, false);
      await confirmAddress(sending.pool, sending.accountId, 'cy@customer.dev');
      await sending.tick(HOUR_MS);
      await eventually('both are done', async () =>
        (await sending.recipients(id)).every(({ next_attempt_at }) => next_attempt_at === null),
      );
      expect(await sending.states(id)).to.deep.equal(['failed', 'delivered']);
      expect((await sending.recipient(id)).smtp_reply).to.include('production access');
      expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['cy@customer.dev']);
      expect(await charged()).to.equal(before + 1);
    });
  });
});

describe('Quota', () => {
  const sending = useSending();
  before(() => sending.startWorker());
  const usage = async () => {
    const { rows } = await sending.pool.query(
      'SELECT period, starts_on::text, used FROM email_usage ORDER BY period, starts_on',
    );
    return rows.map(({ period, starts_on, used }) => `${period} ${starts_on} ${used}`);
  };
  beforeEach(() => sending.pool.query('TRUNCATE email_usage, suppressions'));

  describe('Refunds a recipient, to the day and month of its charge, when it is canceled, suppressed, or fails before the content was sent.', () => {
    const expectRefunded = async (end: (id: string) => Promise<unknown>) => {
      const scheduledAt = new Date(sending.clock.now().getTime() + 40 * DAY_MS);
      const id = await sending.accept({ scheduledAt });
      const charged = await usage();
      expect(charged.map((row) => row.split(' ')[2])).to.deep.equal(['1', '1']);
      const start = sending.clock.now();
      await end(id);
      // Partitions exist only for the next months.
      sending.clock.set(start);
      expect(await usage()).to.deep.equal(charged.map((row) => row.replace(/1$/, '0')));
    };
    const dueAs = async (id: string, status: 'failed' | 'suppressed') => {
      // On another day and in another month than the charge.
      await sending.tick(40 * DAY_MS);
      await sending.whenStatus(id, status);
    };

    it('on a failure before the content', () =>
      expectRefunded((id) => {
        sending.refuse('550 5.7.1 not you');
        return dueAs(id, 'failed');
      }));

    it('on suppression', () =>
      expectRefunded(async (id) => {
        await createSuppression(sending.pool, sending.accountId, 'bo@customer.dev');
        await dueAs(id, 'suppressed');
      }));

    it('on cancelation', () =>
      expectRefunded((id) => {
        sending.clock.advance(35 * DAY_MS);
        const { accountId } = sending;
        return cancelEmail(
          { database: sending.pool, ids: createIds(sending.clock), queues: SILENT_QUEUES },
          { accountId, id, now: sending.clock.now() },
        );
      }));
  });

  const kept: [what: string, reply: string, stage: 'rcpt' | 'after-data', status: 'bounced' | 'failed'][] = [
    ['an address that bounces', '550 5.1.1 no such user', 'rcpt', 'bounced'],
    ['a failure after the content', '554 5.7.1 spam', 'after-data', 'failed'],
  ];
  describe('Does not refund a recipient that bounces, or that fails after the content was sent.', () => {
    for (const [what, reply, stage, status] of kept) {
      it(what, async () => {
        sending.refuse(reply, { stage });
        const id = await sending.accept();
        const charged = await usage();
        await sending.whenStatus(id, status);
        expect(await usage()).to.deep.equal(charged);
      });
    }
  });

  describe('Does not refund a simulated bounce, failure or suppression.', () => {
    for (const address of ['suppressed@simulator.test', 'failed@simulator.test', 'bounced@simulator.test']) {
      it(address, async () => {
        const id = await sending.accept({ to: mailboxes(address) });
        const charged = await usage();
        await eventually('it is done', async () => (await sending.recipient(id)).next_attempt_at === null);
        expect(await usage()).to.deep.equal(charged);
      });
    }
  });
});
