// POST /emails with scheduled_at (docs/reference/scheduled-emails.md#scheduled_at).
// test/shared/platform/time/parse-instant.test.ts has many more ways to write a time.
import { expect } from 'chai';
import { queueDueEmails } from '../../../shared/resources/emails/delivery/queue-due.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createSuppression } from '../../support/factories.ts';
import { createSender, type Sender } from './sender.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('POST /emails with scheduled_at', () => {
  const app = useApp();
  let sender: Sender;
  beforeEach(async () => {
    sender = await createSender(app);
  });
  const later = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString();
  const get = async (id: string) => (await app.as(sender.token).get(`/emails/${id}`)).body;
  const stored = async () =>
    (await app.pool.query('SELECT FROM emails WHERE account_id = $1', [sender.accountId])).rowCount;
  const recipientsOf = async (id: string) => {
    const { rows } = await app.pool.query(
      `SELECT address, state, next_attempt_at, woken_at FROM email_recipients WHERE email_id = $1 ORDER BY position`,
      [id],
    );
    return rows;
  };

  it('Accepts an email with scheduled_at as pending, with a scheduled event for each recipient that is not dropped.', async () => {
    const scheduledAt = later(3 * DAY_MS);
    const { status, body } = await sender.send({
      scheduled_at: scheduledAt,
      cc: 'cy@customer.dev',
      bcc: 'x@example.com',
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.have.all.keys('id');
    const created_at = app.clock.now().toISOString();
    const cause = {
      reason: 'reserved_domain',
      message:
        'x@example.com is on a domain that is reserved for documentation and tests. Use a real address.',
      smtp_code: null,
      smtp_reply: null,
      server: null,
    };
    expect(await get(body.id)).to.deep.include({
      status: 'pending',
      last_event: 'scheduled',
      scheduled_at: scheduledAt,
      sent_at: null,
      events: [
        { type: 'suppressed', created_at, recipient: 'x@example.com', ...cause },
        { type: 'scheduled', created_at, recipient: 'bo@customer.dev' },
        { type: 'scheduled', created_at, recipient: 'cy@customer.dev' },
      ],
    });
  });

  it('Queues a scheduled email at its scheduled_at and not earlier.', async () => {
    const scheduledAt = later(MINUTE_MS);
    const { body } = await sender.send({ scheduled_at: scheduledAt });
    const statusAt = async (instant: number) => {
      await queueDueEmails(app.pool, 'transactional', new Date(instant), 1_000);
      return (await get(body.id)).status;
    };
    const next_attempt_at = new Date(scheduledAt);
    const waiting = { address: 'bo@customer.dev', state: 'pending', next_attempt_at, woken_at: null };
    expect(await recipientsOf(body.id)).to.deep.equal([waiting]);
    expect(await statusAt(Date.parse(scheduledAt) - 1)).to.equal('pending');
    expect(await recipientsOf(body.id)).to.deep.equal([waiting]);
    expect(await statusAt(Date.parse(scheduledAt))).to.equal('queued');
  });

  it('Lists pending emails with the filters status=pending, status=scheduled and folder=scheduled.', async () => {
    await sender.send();
    const { body: scheduled } = await sender.send({ scheduled_at: 'in 1 hour' });
    for (const query of ['status=scheduled', 'status=pending', 'folder=scheduled']) {
      const { body } = await app.as(sender.token).get(`/emails?${query}`);
      expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal([scheduled.id]);
      expect(body.data[0]).to.include({ status: 'pending', scheduled_at: later(60 * MINUTE_MS) });
    }
  });

  describe('Reads scheduled_at like every time of a request: in ISO 8601 or in English.', () => {
    describe('in English, seen from the moment of the request', () => {
      for (const [text, milliseconds] of [
        ['in 1 min', MINUTE_MS],
        ['in 1 hour', 60 * MINUTE_MS],
        ['in 30 days', 30 * DAY_MS],
        ['now', 0],
      ] as const) {
        it(text, async () => {
          const { body } = await sender.send({ scheduled_at: text });
          expect((await get(body.id)).scheduled_at).to.equal(later(milliseconds));
        });
      }

      it('tomorrow at 9am, in UTC', async () => {
        const { body } = await sender.send({ scheduled_at: 'tomorrow at 9am' });
        expect((await get(body.id)).scheduled_at).to.equal(`${later(DAY_MS).slice(0, 10)}T09:00:00.000Z`);
      });

      it('Friday at 3pm ET, in the time zone that it names', async () => {
        const { body } = await sender.send({ scheduled_at: 'Friday at 3pm ET' });
        const at = new Date((await get(body.id)).scheduled_at);
        const local = at.toLocaleString('en', {
          timeZone: 'America/New_York',
          weekday: 'long',
          hour: 'numeric',
        });
        expect(local).to.match(/^Friday.* 3\sPM$/);
      });
    });

    it('ISO 8601 with Z or with an offset', async () => {
      const at = later(DAY_MS);
      for (const text of [
        at,
        at.replace('Z', '+00:00'),
        later(DAY_MS + 2 * 60 * MINUTE_MS).replace('Z', '+02:00'),
      ]) {
        const { body } = await sender.send({ scheduled_at: text });
        expect((await get(body.id)).scheduled_at).to.equal(at);
      }
    });

    it('ISO 8601 without an offset, as UTC', async () => {
      const at = later(DAY_MS);
      const { body } = await sender.send({ scheduled_at: at.replace('Z', '') });
      expect((await get(body.id)).scheduled_at).to.equal(at);
    });

    describe('a day without a time of day', () => {
      it('tomorrow is this time of the next day', async () => {
        const { body } = await sender.send({ scheduled_at: 'tomorrow' });
        expect((await get(body.id)).scheduled_at).to.equal(later(DAY_MS));
      });

      it('a weekday is noon of its next day', async () => {
        const { body } = await sender.send({ scheduled_at: 'next Friday' });
        const { scheduled_at } = await get(body.id);
        expect(scheduled_at).to.match(/T12:00:00\.000Z$/);
        expect(new Date(scheduled_at).getUTCDay()).to.equal(5);
      });

      it('an ISO 8601 date is midnight', async () => {
        const date = later(2 * DAY_MS).slice(0, 10);
        const { body } = await sender.send({ scheduled_at: date });
        expect((await get(body.id)).scheduled_at).to.equal(`${date}T00:00:00.000Z`);
      });
    });
  });

  it('Sends an email at once when scheduled_at is null.', async () => {
    const { body } = await sender.send({ scheduled_at: null });
    expect(await get(body.id)).to.deep.include({ status: 'queued', scheduled_at: null });
  });

  const refusing = (scheduledAt: () => unknown, words: RegExp) => async () => {
    const answer = await sender.send({ scheduled_at: scheduledAt() });
    const message = expectError(answer, 422, 'validation_error');
    expect(message).to.include('scheduled_at').and.match(words);
    expect(await stored()).to.equal(0);
  };

  describe('Rejects a scheduled_at in the past with validation_error 422.', () => {
    for (const [what, scheduledAt] of [
      ['a millisecond ago', () => later(-1)],
      ['an English phrase', () => '2 minutes ago'],
    ] as const) {
      it(what, refusing(scheduledAt, /past/));
    }
  });

  it('Accepts a scheduled_at up to 30 days ahead and rejects a later one with validation_error 422.', async () => {
    await refusing(() => later(30 * DAY_MS + 1), /30 days/)();
    await refusing(() => 'in 31 days', /30 days/)();
    expect((await sender.send({ scheduled_at: later(30 * DAY_MS) })).status).to.equal(200);
  });

  it('Names the time as it was read when it rejects a scheduled_at as past or too late.', async () => {
    for (const [text, milliseconds] of [
      ['2 minutes ago', -2 * MINUTE_MS],
      ['in 31 days', 31 * DAY_MS],
    ] as const) {
      const message = expectError(await sender.send({ scheduled_at: text }), 422, 'validation_error');
      expect(message).to.include(later(milliseconds));
    }
  });

  describe('Rejects a scheduled_at that does not name exactly one time with validation_error 422.', () => {
    for (const [what, scheduledAt, words] of [
      ['a phrase that names no time', () => 'when it is done', /ISO 8601/],
      ['a phrase of which only a part names a time', () => 'every Friday', /ISO 8601/],
      ['a range of times', () => 'tomorrow 9am to 5pm', /ISO 8601/],
      ['a day that no calendar has', () => '2026-02-30T10:00:00Z', /ISO 8601/],
      ['an empty text', () => '', /empty/],
      ['a number', () => app.clock.now().getTime() + DAY_MS, /string/],
    ] as const) {
      it(what, refusing(scheduledAt, words));
    }
  });

  it('Rejects a scheduled email of which every to address is one of the simulator with validation_error 422.', async () => {
    const answer = await sender.send({ to: 'delivered@simulator.test', scheduled_at: 'in 1 hour' });
    expect(expectError(answer, 422, 'validation_error')).to.match(/^All `to` recipients are suppressed/);
    expect(await stored()).to.equal(0);
  });

  it('Drops the simulator addresses of a scheduled email like suppressed addresses.', async () => {
    await createSuppression(app.pool, sender.accountId, 'di@customer.dev');
    const to = ['bounced+x@simulator.test', 'bo@customer.dev', 'di@customer.dev'];
    const { body } = await sender.send({ to, scheduled_at: 'in 1 hour' });
    expect((await recipientsOf(body.id)).map(({ address, state }) => `${address} ${state}`)).to.deep.equal([
      'bounced+x@simulator.test suppressed',
      'bo@customer.dev pending',
      'di@customer.dev suppressed',
    ]);
    const { status, last_event, events } = await get(body.id);
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
