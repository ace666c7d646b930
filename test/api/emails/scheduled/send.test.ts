// POST /emails with scheduled_at (docs/reference/scheduled-emails.md#scheduled_at).
// test/shared/platform/time/parse-instant.test.ts has many more ways to write a time.
import { expect } from 'chai';
import { sendingWork } from '../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useApp } from '../../../support/api/app.ts';
import { createSuppression } from '../../../support/factories/factories.ts';
import { useSender } from '../sender.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('POST /emails with scheduled_at', () => {
  const app = useApp();
  const sender = useSender(app);
  const later = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString();
  const get = (id: string) => sender.read(`/emails/${id}`);
  /** When an email with this time is sent. */
  const readAs = async (scheduled_at: string): Promise<string> =>
    (await sender.sent({ scheduled_at })).scheduled_at;
  const recipientsOf = async (id: string) => {
    const { rows } = await app.pool.query(
      `SELECT address, state, next_attempt_at, woken_at FROM email_recipients WHERE email_id = $1 ORDER BY position`,
      [id],
    );
    return rows;
  };

  it('Accepts an email with scheduled_at as pending, with a scheduled event for each recipient that is not dropped.', async () => {
    const scheduledAt = later(3 * DAY_MS);
    const others = { cc: 'cy@customer.dev', bcc: 'x@example.com' };
    const email = await sender.sent({ scheduled_at: scheduledAt, ...others });
    const created_at = app.clock.now().toISOString();
    const cause = {
      reason: 'reserved_domain',
      message:
        'x@example.com is on a domain that is reserved for documentation and tests. Use a real address.',
      smtp_code: null,
      smtp_reply: null,
      server: null,
    };
    expect(email).to.deep.include({
      status: 'pending',
      last_event: 'scheduled',
      scheduled_at: scheduledAt,
      sent_at: null,
      events: [
        {
          type: 'suppressed',
          created_at,
          recipient: 'x@example.com',
          report_id: null,
          provider: null,
          ...cause,
        },
        { type: 'scheduled', created_at, recipient: 'bo@customer.dev', report_id: null, provider: null },
        { type: 'scheduled', created_at, recipient: 'cy@customer.dev', report_id: null, provider: null },
      ],
    });
  });

  it('Queues a scheduled email at its scheduled_at and not earlier.', async () => {
    const scheduledAt = later(MINUTE_MS);
    const { id } = await sender.sent({ scheduled_at: scheduledAt });
    const statusAt = async (instant: number) => {
      await sendingWork.table.markDue(app.pool, new Date(instant), 1_000);
      return (await get(id)).status;
    };
    const next_attempt_at = new Date(scheduledAt);
    const waiting = { address: 'bo@customer.dev', state: 'pending', next_attempt_at, woken_at: null };
    expect(await recipientsOf(id)).to.deep.equal([waiting]);
    expect(await statusAt(Date.parse(scheduledAt) - 1)).to.equal('pending');
    expect(await recipientsOf(id)).to.deep.equal([waiting]);
    expect(await statusAt(Date.parse(scheduledAt))).to.equal('queued');
  });

  it('Lists pending emails with the filters status=pending, status=scheduled and folder=scheduled.', async () => {
    await sender.send();
    const scheduled = await sender.sent({ scheduled_at: 'in 1 hour' });
    for (const query of ['status=scheduled', 'status=pending', 'folder=scheduled']) {
      const { data } = await sender.read(`/emails?${query}`);
      expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([scheduled.id]);
      expect(data[0]).to.include({ status: 'pending', scheduled_at: later(60 * MINUTE_MS) });
    }
  });

  describe('Reads scheduled_at like every time of a request: in ISO 8601 or in English.', () => {
    it('in English, seen from the moment of the request', async () => {
      for (const [text, milliseconds] of [
        ['in 1 min', MINUTE_MS],
        ['in 1 hour', 60 * MINUTE_MS],
        ['in 30 days', 30 * DAY_MS],
        ['now', 0],
      ] as const)
        expect(await readAs(text), text).to.equal(later(milliseconds));
      // In UTC, or in the time zone that it names.
      expect(await readAs('tomorrow at 9am')).to.equal(`${later(DAY_MS).slice(0, 10)}T09:00:00.000Z`);
      const local = new Date(await readAs('Friday at 3pm ET')).toLocaleString('en', {
        timeZone: 'America/New_York',
        weekday: 'long',
        hour: 'numeric',
      });
      expect(local).to.match(/^Friday.* 3\sPM$/);
    });

    it('ISO 8601 with Z or with an offset, or without one as UTC', async () => {
      const at = later(DAY_MS);
      for (const text of [
        at,
        at.replace('Z', '+00:00'),
        later(DAY_MS + 2 * 60 * MINUTE_MS).replace('Z', '+02:00'),
        at.replace('Z', ''),
      ])
        expect(await readAs(text), text).to.equal(at);
    });

    it('a day without a time of day', async () => {
      expect(await readAs('tomorrow')).to.equal(later(DAY_MS));
      const friday = await readAs('next Friday');
      expect(friday).to.match(/T12:00:00\.000Z$/);
      expect(new Date(friday).getUTCDay()).to.equal(5);
      const date = later(2 * DAY_MS).slice(0, 10);
      expect(await readAs(date)).to.equal(`${date}T00:00:00.000Z`);
    });
  });

  it('Sends an email at once when scheduled_at is null.', async () => {
    expect(await sender.sent({ scheduled_at: null })).to.include({ status: 'queued', scheduled_at: null });
  });

  it('Rejects a scheduled_at in the past with validation_error 422.', async () => {
    expect(await sender.refused({ scheduled_at: later(-1) }))
      .to.include('scheduled_at')
      .and.include('past');
  });

  it('Accepts a scheduled_at up to 30 days ahead and rejects a later one with validation_error 422.', async () => {
    for (const scheduled_at of [later(30 * DAY_MS + 1), 'in 31 days'])
      expect(await sender.refused({ scheduled_at }))
        .to.include('scheduled_at')
        .and.include('30 days');
    expect((await sender.send({ scheduled_at: later(30 * DAY_MS) })).status).to.equal(200);
  });

  it('Names the time as it was read when it rejects a scheduled_at as past or too late.', async () => {
    for (const [text, milliseconds] of [
      ['2 minutes ago', -2 * MINUTE_MS],
      ['in 31 days', 31 * DAY_MS],
    ] as const)
      expect(await sender.refused({ scheduled_at: text })).to.include(later(milliseconds));
  });

  it('Rejects a scheduled email of which every to address is one of the simulator with validation_error 422.', async () => {
    const message = await sender.refused({ to: 'delivered@simulator.test', scheduled_at: 'in 1 hour' });
    expect(message).to.match(/^All `to` recipients are suppressed/);
  });

  it('Drops the simulator addresses of a scheduled email like suppressed addresses.', async () => {
    await createSuppression(app.pool, sender.accountId, 'di@customer.dev');
    const to = ['bounced+x@simulator.test', 'bo@customer.dev', 'di@customer.dev'];
    const { id, status, last_event, events } = await sender.sent({ to, scheduled_at: 'in 1 hour' });
    expect((await recipientsOf(id)).map(({ address, state }) => `${address} ${state}`)).to.deep.equal([
      'bounced+x@simulator.test suppressed',
      'bo@customer.dev pending',
      'di@customer.dev suppressed',
    ]);
    expect([status, last_event]).to.deep.equal(['pending', 'scheduled']);
    expect(events.map(({ type }: { type: string }) => type)).to.deep.equal([
      'suppressed',
      'suppressed',
      'scheduled',
    ]);
  });

  it('Charges a scheduled email to the quota of the day on which it is accepted.', async () => {
    await sender.send({ to: ['bo@customer.dev', 'x@simulator.test'], scheduled_at: 'in 2 days' });
    const { rows } = await app.pool.query(
      `SELECT used, starts_on::text FROM email_usage WHERE account_id = $1 AND period = 'day'`,
      [sender.accountId],
    );
    expect(rows).to.deep.equal([{ used: 1, starts_on: app.clock.now().toISOString().slice(0, 10) }]);
  });
});
