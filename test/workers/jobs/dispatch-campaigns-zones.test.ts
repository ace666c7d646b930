// The job that dispatches campaigns: each contact gets its mail when the clocks of its time zone show the time. In the night
// of these tests the clocks of Brazil skip half past twelve, and those of Cuba show it twice.

import { expect } from 'chai';
import { createPartitions } from '../../../shared/platform/db/partitions.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { readCampaignTime } from '../../../shared/resources/flows/campaigns/timing/campaign-time.ts';
import { pauseCampaign } from '../../../shared/resources/flows/campaigns/transitions/pause-campaign.ts';
import { resumeCampaign } from '../../../shared/resources/flows/campaigns/transitions/resume-campaign.ts';
import { sendCampaign } from '../../../shared/resources/flows/campaigns/transitions/send-campaign.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createContact, createContactProperty } from '../../support/factories/contact-factories.ts';
import { createCopyingComputer } from '../../support/work/copying-computer.ts';
import { useCampaigns } from './support/use-campaigns.ts';

const WALL = '2018-11-04T00:30';
/** When their clocks show it, as another program says (Python's zoneinfo). */
const DUE = `
  03T10:30 Pacific/Kiritimati Pacific/Apia
  03T10:45 Pacific/Chatham
  03T11:30 Pacific/Tongatapu Pacific/Auckland
  03T12:30 Pacific/Fiji
  03T13:30 Pacific/Norfolk Australia/Lord_Howe Australia/Sydney
  03T14:00 Australia/Adelaide
  03T14:30 Australia/Brisbane
  03T15:00 Australia/Darwin
  03T15:30 Asia/Tokyo
  03T15:45 Australia/Eucla
  03T16:30 Asia/Singapore
  03T17:30 Asia/Bangkok
  03T18:00 Asia/Yangon
  03T18:30 Asia/Dhaka
  03T18:45 Asia/Kathmandu
  03T19:00 Asia/Kolkata
  03T19:30 Asia/Karachi
  03T20:00 Asia/Kabul
  03T20:30 Asia/Dubai
  03T21:00 Asia/Tehran
  03T21:30 Africa/Nairobi
  03T22:30 Europe/Kyiv Africa/Johannesburg
  03T23:30 Europe/Berlin
  04T00:30 UTC
  04T01:30 Atlantic/Azores Atlantic/Cape_Verde
  04T03:00 America/St_Johns
  04T03:30 America/Sao_Paulo America/Halifax
  04T04:30 America/Havana America/New_York
  04T05:30 America/Chicago
  04T06:30 America/Denver
  04T07:30 America/Los_Angeles
  04T08:30 America/Anchorage
  04T10:00 Pacific/Marquesas
  04T10:30 Pacific/Honolulu
  04T11:30 Pacific/Pago_Pago
  04T12:30 Etc/GMT+12`;
const DUE_AT = new Map(
  DUE.trim()
    .split('\n')
    .flatMap((line) => {
      const [time = '', ...zones] = line.trim().split(' ');
      return zones.map((zone) => [zone, timeOf(time)] as const);
    }),
);

/** @param text as `03T10:30` */
function timeOf(text: string): Date {
  return new Date(`2018-11-${text}Z`);
}

describe('dispatch-campaigns, by time zones', () => {
  const test = useCampaigns();
  let property: { key: string; number: number };
  before(() => createPartitions(test.job.pool, { tables: PARTITIONED_TABLES, now: timeOf('03T00:00') }));
  beforeEach(async () => {
    test.clock.set(timeOf('02T00:00'));
    property = await createContactProperty(test.job.pool, test.accountId, { key: 'zone' });
  });

  async function addContacts(zones: readonly (string | number | null)[]): Promise<void> {
    for (const zone of zones)
      await createContact(test.job.pool, {
        accountId: test.accountId,
        createdAt: test.clock.now(),
        properties: zone === null ? {} : { [property.number]: zone },
      });
  }

  /** Sends a campaign at the time in all zones. @returns its id */
  async function send(timezone: string): Promise<string> {
    const from = `News <news@${test.domain.name}>`;
    const { id } = await createCampaign(test.job.pool, test.accountId, { status: 'draft', from });
    const now = test.clock.now();
    const time = readCampaignTime({ scheduledAt: WALL, timezone, timezoneProperty: property.key }, now);
    const { deps } = test.job;
    const { simulatorDomains, developmentDomain } = deps.config;
    const sendDeps = {
      ...deps,
      simulatorDomains,
      developmentDomain,
      computer: createCopyingComputer(),
      deadAfterMs: HOUR_MS,
    };
    await sendCampaign(sendDeps, { accountId: test.accountId, id, ...time, now });
    return id;
  }

  /** Dispatches it each time that it is due, up to a time; all mail is delivered at once. @returns how often, and its row */
  async function dispatchUntil(id: string, end: Date) {
    for (let turns = 0; ; turns += 1) {
      const row = await test.row('SELECT * FROM campaigns WHERE id = $1', [id]);
      if (!row.next_attempt_at || row.next_attempt_at > end) return { turns, row };
      if (row.next_attempt_at > test.clock.now()) test.clock.set(row.next_attempt_at);
      await test.dispatch(id);
      await test.deliverAll();
    }
  }

  /** When mail was accepted, of each contact by its zone. */
  async function mailedAt(): Promise<[zone: string | null, at: Date][]> {
    const rows = await test.query(
      `SELECT properties ->> $2 AS zone, emails.created_at AS at
       FROM emails JOIN campaign_recipients AS recipient ON recipient.email_id = emails.id
       JOIN contacts ON contacts.id = recipient.contact_id WHERE emails.account_id = $1`,
      [test.accountId, String(property.number)],
    );
    return rows.map(({ zone, at }) => [zone, at]);
  }

  it('mails each contact once, when the clocks of its zone show the time; after an outage and a pause at their end', async () => {
    await addContacts([...DUE_AT.keys()]);
    // Two zones are past already.
    const [sentAt, outage, back, pause, resume] = [
      ...['03T11:00', '03T16:00', '03T19:10', '04T03:10', '04T04:45'].map(timeOf),
    ] as [Date, Date, Date, Date, Date];
    test.clock.set(sentAt);
    const id = await send('Europe/Berlin');
    const begun = await dispatchUntil(id, outage);
    expect(begun.row).to.deep.include({ status: 'sending', total: DUE_AT.size });
    expect(begun.row.zone_counts).to.deep.equal(
      Object.fromEntries([...DUE_AT.keys()].map((zone) => [zone, 1])),
    );
    expect(begun.row.next_attempt_at).to.deep.equal(timeOf('03T16:30'));
    test.clock.set(back);
    const again = await dispatchUntil(id, pause);
    expect(again.row.next_attempt_at).to.deep.equal(timeOf('04T03:30'));
    test.clock.set(pause);
    await pauseCampaign(test.job.deps, { accountId: test.accountId, id, now: pause });
    test.clock.set(resume);
    await resumeCampaign(test.job.deps, { accountId: test.accountId, id, now: resume });
    const ended = await dispatchUntil(id, timeOf('05T00:00'));
    expect(ended.row).to.include({ status: 'sent' });
    expect(ended.row.sent_at.getTime() - timeOf('04T12:30').getTime()).to.be.below(MINUTE_MS);
    // It sleeps from zone to zone: three turns each, and each second after the resume.
    expect(begun.turns + again.turns + ended.turns).to.be.below(3 * 40 + 10);

    const expected = [...DUE_AT].map(([zone, dueAt]) => {
      if (dueAt < sentAt) return [zone, sentAt];
      if (dueAt > outage && dueAt < back) return [zone, back];
      if (dueAt > pause && dueAt < resume) return [zone, resume];
      return [zone, dueAt];
    });
    expect(await mailedAt()).to.have.deep.members(expected);
  });

  it('reads names of zones in any letter case, and uses the zone of the campaign where a contact has none', async () => {
    const tokyo = ['asia/tokyo', ' Asia/Tokyo\n'];
    const unknown = [null, '', ' ', 'Mars/Base', 'utc+2', '+02:00', 'Europe', 'unknown', 9, '\u212Awajalein'];
    await addContacts([...tokyo, ...unknown, 'Europe/Kyiv', 'Europe/Kiev']);
    const id = await send('America/Havana');
    const { row } = await dispatchUntil(id, timeOf('05T00:00'));
    expect(row.zone_counts).to.deep.equal({
      'Asia/Tokyo': 2,
      'Europe/Kyiv': 1,
      'Europe/Kiev': 1,
      unknown: unknown.length,
    });
    const expected = [
      ...tokyo.map((zone) => [zone, DUE_AT.get('Asia/Tokyo')]),
      ...['Europe/Kyiv', 'Europe/Kiev'].map((zone) => [zone, DUE_AT.get('Europe/Kyiv')]),
      ...unknown.map((zone) => [zone === null ? null : String(zone), DUE_AT.get('America/Havana')]),
    ];
    expect(await mailedAt()).to.have.deep.members(expected);
  });

  it('uses the zone of the campaign for all when the property is gone at the start, or another one has its key', async () => {
    await addContacts(['Asia/Tokyo', 'Europe/Kyiv']);
    const first = await send('UTC');
    const second = await send('UTC');
    const expectUnknown = async (id: string) => {
      const { row } = await dispatchUntil(id, timeOf('03T12:00'));
      expect(row).to.deep.include({ zone_counts: { unknown: 2 }, next_attempt_at: DUE_AT.get('UTC') });
    };
    await test.query('DELETE FROM contact_properties WHERE account_id = $1', [test.accountId]);
    await expectUnknown(first);
    await createContactProperty(test.job.pool, test.accountId, { key: 'zone' });
    await expectUnknown(second);
  });

  it('is paused when it is found more than six hours after its start, or after it was sent, and not before', async () => {
    await addContacts(['Asia/Tokyo']);
    const missed = await send('UTC');
    const late = await send('UTC');
    test.clock.set(timeOf('03T16:29'));
    expect(await test.dispatch(late)).to.include({ status: 'sending' });
    test.clock.set(timeOf('03T16:31'));
    expect(await test.dispatch(missed)).to.include({ status: 'paused', paused_reason: 'missed' });
    test.clock.set(timeOf('04T00:00'));
    expect(await test.dispatch(await send('UTC'))).to.include({ status: 'sending' });
  });
});
