// Campaigns in time zones (docs/reference/campaign-sending.md#time-zones).
import { expect } from 'chai';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { wallTimeIn } from '../../../shared/platform/time/time-zones.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { whileRowsAreLocked } from '../../support/database/while-locked.ts';
import { createCampaignRecipient } from '../../support/factories/campaign-factories.ts';
import { createContact, createContactProperty } from '../../support/factories/contact-factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createCampaignOwner } from './owner.ts';

const AB_TEST = {
  variants: [{ key: 'a' }, { key: 'b', subject: 'Other' }],
  test_percent: 100,
  winner_metric: 'manual',
};

describe('Campaigns in time zones', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const propertyOf = (type?: 'string' | 'number') =>
    createContactProperty(app.pool, owner.accountId, type ? { type } : {});
  /** The day after tomorrow at a time, in ISO 8601. */
  const at = (time: string) =>
    `${new Date(app.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)}T${time}`;
  const instantOf = (text: string) => new Date(text).toISOString();
  const beginsAt = async (id: string): Promise<Date> =>
    (await app.pool.query('SELECT next_attempt_at AS at FROM campaigns WHERE id = $1', [id])).rows[0].at;

  it('Reads the time of a campaign in its time zone, at once or in the request that creates it, and shows the instant.', async () => {
    for (const [scheduled_at, timezone, instant] of [
      [at('09:00'), 'Asia/Tokyo', at('00:00Z')],
      [at('09:00'), 'asia/kolkata', at('03:30Z')],
      [at('09:00Z'), 'Asia/Tokyo', at('09:00Z')],
    ] as const) {
      const time = { scheduled_at, timezone };
      const expected = { timezone, timezone_property: null, scheduled_at: instantOf(instant) };
      const { id } = await owner.made();
      expect((await owner.post(id, 'send', time).expect(200)).body).to.include(expected);
      expect(await owner.made({ ...time, send: true })).to.include(expected);
      expect(await beginsAt(id)).to.deep.equal(new Date(instant));
    }
  });

  it('Schedules a campaign by the time zones of its contacts, and begins when the clocks at UTC+14 show the time.', async () => {
    const { key: timezone_property } = await propertyOf();
    for (const [timezone, instant] of [
      ['Asia/Tokyo', at('00:00Z')],
      [null, at('09:00Z')],
    ] as const) {
      const time = { scheduled_at: at('09:00'), timezone, timezone_property };
      const sent = await owner.made({ ...time, send: true });
      const expected = { timezone: timezone ?? 'UTC', timezone_property, scheduled_at: instantOf(instant) };
      expect(sent).to.include({ status: 'scheduled', ...expected });
      const start = new Date(new Date(at('09:00Z')).getTime() - 14 * HOUR_MS);
      expect(await beginsAt(sent.id)).to.deep.equal(start);
    }
  });

  it('Moves a scheduled campaign to another time zone or property, and makes it one without by null.', async () => {
    const first = await propertyOf();
    const second = await propertyOf();
    const { id } = await owner.made({
      send: true,
      scheduled_at: at('09:00'),
      timezone: 'Asia/Tokyo',
      timezone_property: first.key,
    });
    for (const [given, shown, start] of [
      [{ timezone: 'Asia/Kolkata' }, at('03:30Z'), -14],
      [{ timezone_property: second.key }, at('03:30Z'), -14],
      [{ scheduled_at: at('10:00') }, at('04:30Z'), -13],
      [{ timezone_property: null }, at('04:30Z'), -4.5],
      [{ timezone: 'Asia/Tokyo' }, at('04:30Z'), -4.5],
      [{ timezone: null, scheduled_at: at('10:00') }, at('10:00Z'), 1],
    ] as const) {
      const { body } = await owner.change(id, given).expect(200);
      expect(body, JSON.stringify(given)).to.include({ ...given, scheduled_at: instantOf(shown) });
      const expected = new Date(at('09:00Z')).getTime() + start * HOUR_MS;
      expect(await beginsAt(id), JSON.stringify(given)).to.deep.equal(new Date(expected));
    }
  });

  it('Reads a new time of a scheduled campaign in the time zone that it has.', async () => {
    const timezone = 'America/Los_Angeles';
    const { id } = await owner.made({ send: true, scheduled_at: at('09:00'), timezone });
    const soon = new Date(app.clock.now().getTime() + 2 * HOUR_MS);
    const { body } = await owner.change(id, {
      scheduled_at: wallTimeIn(soon.toISOString(), timezone)?.toISOString().slice(0, -1),
    });
    expect(body).to.include({ timezone, scheduled_at: soon.toISOString() });
  });

  it('Forgets the time zones of a scheduled campaign that is canceled.', async () => {
    const { key: timezone_property } = await propertyOf();
    const { id } = await owner.made({ send: true, scheduled_at: at('09:00'), timezone_property });
    const { body } = await owner.post(id, 'cancel').expect(200);
    expect(body).to.include({ status: 'draft', timezone: null, timezone_property: null });
    expect((await owner.post(id, 'send').expect(200)).body).to.include({ status: 'queued', timezone: null });
  });

  it('Rejects a time zone that is no IANA name, without a time, or with a time in English, with validation_error 422.', async () => {
    const { key: timezone_property } = await propertyOf();
    const scheduled_at = at('09:00');
    const { id } = await owner.made();
    const scheduled = await owner.made({ send: true, scheduled_at });
    for (const time of [
      ...['Mars/Base', '', ' ', 'utc+2', '+02:00', 5].map((timezone) => ({ scheduled_at, timezone })),
      ...[{ timezone: 'UTC' }, { timezone_property }].flatMap((zone) => [
        zone,
        { ...zone, scheduled_at: 'tomorrow at 9am' },
        { ...zone, scheduled_at: '2020-01-01T09:00' },
        { ...zone, scheduled_at: new Date(app.clock.now().getTime() + 31 * DAY_MS).toISOString() },
      ]),
    ]) {
      expectError(await owner.post(id, 'send', time), 422, 'validation_error');
      expectError(await owner.create({ ...time, send: true }), 422, 'validation_error');
      // A scheduled one has a time already.
      if ('scheduled_at' in time)
        expectError(await owner.change(scheduled.id, time), 422, 'validation_error');
    }
    for (const unsent of [{ timezone: 'UTC' }, { timezone_property }])
      expect(expectError(await owner.create(unsent), 422, 'validation_error')).to.include('send: true');
    expect((await owner.shown(id)).status).to.equal('draft');
  });

  it('Rejects a property of time zones that is unknown or has no texts with validation_error 422.', async () => {
    const stranger = await createCampaignOwner(app);
    const foreign = await createContactProperty(app.pool, stranger.accountId);
    const { id } = await owner.made();
    const { id: scheduled } = await owner.made({ send: true, scheduled_at: at('09:00') });
    for (const [timezone_property, says] of [
      [(await propertyOf('number')).key, 'of type number'],
      [foreign.key, 'is none'],
      ['unknown', 'is none'],
      ['No key', '`timezone_property`'],
    ] as const) {
      const time = { scheduled_at: at('09:00'), timezone_property };
      for (const answer of [await owner.post(id, 'send', time), await owner.change(scheduled, time)])
        expect(expectError(answer, 422, 'validation_error')).to.include(says);
    }
  });

  it('Rejects a campaign with a test that goes by time zones with validation_error 422.', async () => {
    const { key: timezone_property } = await propertyOf();
    const time = { scheduled_at: at('09:00'), timezone_property };
    const { id } = await owner.made({ ab_test: AB_TEST });
    expect(expectError(await owner.post(id, 'send', time), 422, 'validation_error')).to.include('ab_test');
    await createContact(app.pool, { accountId: owner.accountId, createdAt: new Date(0) });
    await owner.post(id, 'send', { scheduled_at: at('09:00'), timezone: 'UTC' }).expect(200);
    expectError(await owner.change(id, { timezone_property }), 422, 'validation_error');
    const byZone = await owner.made({ ...time, send: true });
    expectError(await owner.change(byZone.id, { ab_test: AB_TEST }), 422, 'validation_error');
  });

  it('Rejects sending a campaign by time zones that gets a test at the same moment with validation_error 422.', async () => {
    const { key: timezone_property } = await propertyOf();
    await createContact(app.pool, { accountId: owner.accountId, createdAt: new Date(0) });
    const { id } = await owner.made();
    const untilWaiting = (count: number) =>
      eventually(`${count} wait for the account`, async () => {
        const { rowCount } = await app.pool.query(
          'SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0',
        );
        return rowCount === count;
      });
    const lock = 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE';
    const [changed, sent] = await whileRowsAreLocked(app.pool, lock, [owner.accountId], async (release) => {
      const changing = owner.change(id, { ab_test: AB_TEST }).then((answer) => answer);
      await untilWaiting(1);
      const sending = owner.post(id, 'send', { scheduled_at: at('09:00'), timezone_property });
      const answers = Promise.all([changing, sending]);
      await untilWaiting(2);
      await release();
      return await answers;
    });
    expect(changed.status).to.equal(200);
    expect(expectError(sent, 422, 'validation_error')).to.include('ab_test');
    expect((await owner.shown(id)).status).to.equal('draft');
  });

  it('Counts those who get mail by their time zones in the audience, before the campaign starts and as it was taken, and those of unknown zones as `unknown`.', async () => {
    const { key: timezone_property, number } = await propertyOf();
    const contact = (zone: string, email?: string) =>
      createContact(app.pool, {
        accountId: owner.accountId,
        properties: { [number]: zone },
        createdAt: new Date(0),
        ...(email && { email }),
      });
    for (const zone of ['Asia/Tokyo', 'asia/tokyo ', 'Europe/Kyiv', 'utc+2']) await contact(zone);
    await contact('Asia/Tokyo', 'left-out@example.com');
    const time = { scheduled_at: at('09:00'), timezone_property };
    const { id } = await owner.made();
    const timezones = async () => (await owner.read(`/campaigns/${id}/audience`)).timezones;
    expect(await timezones()).to.equal(null);
    await owner.post(id, 'send', time).expect(200);
    // One is the contact of the owner, who has none.
    const counted = { 'Asia/Tokyo': 2, 'Europe/Kyiv': 1, unknown: 2 };
    expect(await timezones()).to.deep.equal(counted);
    const taken = { 'Asia/Tokyo': 5 };
    await owner.put(id, { status: 'sending', total: 5, zone_counts: JSON.stringify(taken) });
    expect(await timezones()).to.deep.equal(taken);
  });

  it('Says when the last mail of a campaign by time zones will be released, while it is being sent.', async () => {
    const { key: timezone_property } = await propertyOf();
    const { id } = await owner.made({ send: true, scheduled_at: at('09:00'), timezone_property });
    expect((await owner.shown(id))['ends_at']).to.equal(null);
    const dispatchId = factoryIds.next();
    await owner.put(id, { status: 'sending', dispatch_id: dispatchId, total: 2 });
    const campaign = { id, accountId: owner.accountId, dispatchId, contentId: '' };
    for (const time of ['07:00Z', '21:00Z'])
      await createCampaignRecipient(app.pool, campaign, { dueAt: new Date(at(time)) });
    expect((await owner.shown(id))['ends_at']).to.equal(instantOf(at('21:00Z')));
  });
});
