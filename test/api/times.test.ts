// Times in answers and in requests (docs/reference/requests.md#times). Every operation that takes a time reads it with
// shared/platform/time/parse-instant.ts; PATCH /emails/:id answers the time as it was read.
import { expect } from 'chai';
import { type DescribedOperation, statusesOf } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { DAY_MS, HOUR_MS } from '../../shared/platform/time/durations.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { sendPending } from './emails/pending-email.ts';
import { createSender, type Sender } from './emails/sender.ts';
import { SPECIMENS } from './specimens.ts';

const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Every value of a field whose name ends in `_at`, at any depth; null stands for a time that has not come. */
function timesIn(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name.endsWith('_at') && value !== null ? [value] : timesIn(value),
  );
}

describe('A time', () => {
  const app = useApp();
  let sender: Sender;
  let emailId: string;
  /** Today at 10:00 UTC, so that "9am" is over and "5pm" is not. */
  let now: Date;
  before(async () => {
    now = new Date();
    now.setUTCHours(10, 0, 0, 0);
    app.clock.set(now);
    sender = await createSender(app);
    emailId = await sendPending(sender);
  });

  const patch = (scheduled_at: string) =>
    app.as(sender.token).patch(`/emails/${emailId}`).send({ scheduled_at });
  const expectRead = async (text: string, instant: Date) => {
    const { status, body } = await patch(text);
    expect({ status, scheduled_at: body.scheduled_at }, text).to.deep.equal({
      status: 200,
      scheduled_at: instant.toISOString(),
    });
  };
  /** Midnight UTC in so many days. */
  const dayIn = (days: number) => new Date(Math.floor(now.getTime() / DAY_MS + days) * DAY_MS);
  const at = (day: Date, hour: number) => new Date(day.getTime() + hour * HOUR_MS);
  const named = (day: Date, options: Intl.DateTimeFormatOptions) =>
    day.toLocaleDateString('en-US', { timeZone: 'UTC', ...options });

  it('Answers every time as ISO 8601 in UTC with milliseconds and Z.', async () => {
    const { token, accountId } = await createApiKey(app.pool, {
      expiresAt: new Date(now.getTime() + DAY_MS),
    });
    let found = 0;
    for (const [resource, { create }] of Object.entries(SPECIMENS)) {
      const ids = await create?.(app.pool, accountId);
      const reads = Object.values<DescribedOperation>(OPERATIONS).filter(
        ({ method, path }) => method === 'get' && path.split('/')[1] === resource,
      );
      for (const operation of reads) {
        const path = operation.path.replace(/:(\w+)/g, (_, name) => String(ids?.[name] ?? 'none'));
        const { status, body } = await app.as(token).get(path);
        if (!statusesOf(operation).some((each) => each === status)) continue;
        const times = timesIn(body);
        found += times.length;
        for (const time of times) expect(time, `${path} ${time}`).to.match(WIRE_TIME);
      }
    }
    expect(found).to.be.above(10);
  });

  it('Reads an ISO 8601 time without an offset as UTC, and a date as midnight UTC.', async () => {
    const day = dayIn(3);
    const date = day.toISOString().slice(0, 10);
    await expectRead(date, day);
    for (const text of [`${date}T15:00:00`, `${date} 15:00`, `${date}T15:00:00Z`, `${date}T17:00:00+02:00`])
      await expectRead(text, at(day, 15));
  });

  it('Reads a time in English from the moment of the request.', async () => {
    await expectRead('in 90 minutes', new Date(now.getTime() + 1.5 * HOUR_MS));
    await expectRead('in 3 days', new Date(now.getTime() + 3 * DAY_MS));
    await expectRead('tomorrow', new Date(now.getTime() + DAY_MS));
    await expectRead('tomorrow at 9am', at(dayIn(1), 9));
  });

  it('Reads a time in English as UTC unless it names a time zone.', async () => {
    const day = dayIn(3);
    const weekday = named(day, { weekday: 'long' });
    await expectRead(`${weekday} at 3pm`, at(day, 15));
    await expectRead(`${weekday} at 3pm EST`, at(day, 20));
    // Eastern Time is behind UTC by four hours in summer and by five in winter.
    const inNewYork = (instant: Date) =>
      instant.toLocaleTimeString('en-US', { timeZone: 'America/New_York', hour: 'numeric' });
    const [threeOClock] = [at(day, 19), at(day, 20)].filter((each) => /^3\sPM$/.test(inNewYork(each)));
    await expectRead(`${weekday} at 3pm ET`, threeOClock ?? expect.fail('There is no 3pm.'));
  });

  it('Reads a weekday or a day of a month without a time of day as noon UTC.', async () => {
    for (const days of [1, 5, 7]) {
      // On the day itself at 10:00, noon is still to come.
      const next = dayIn(days % 7);
      await expectRead(named(next, { weekday: 'long' }), at(next, 12));
    }
    const later = dayIn(20);
    await expectRead(named(later, { month: 'long', day: 'numeric' }), at(later, 12));
  });

  it('Reads a time of day without a day as the next one.', async () => {
    await expectRead('5pm', at(dayIn(0), 17));
    await expectRead('9am', at(dayIn(1), 9));
  });

  it('Rejects an ISO 8601 date that does not exist with validation_error 422.', async () => {
    for (const text of [
      '2027-02-30',
      '2027-13-01T10:00:00Z',
      `${dayIn(1).toISOString().slice(0, 10)}T25:00:00Z`,
    ])
      expectError(await patch(text), 422, 'validation_error');
  });

  it('Rejects English of which it understands only a part with validation_error 422.', async () => {
    for (const text of ['every Friday', 'tomorrow 9am to 5pm', 'tomorrow at 9am, or the day after', 'soon'])
      expectError(await patch(text), 422, 'validation_error');
  });
});
