// When a campaign is sent, at the hours at which clocks change (docs/reference/campaign-sending.md#time-zones).
import { expect } from 'chai';
import { readCampaignTime } from '../../../../../shared/resources/flows/campaigns/timing/campaign-time.ts';

const NOW = new Date('2026-10-24T12:00:00Z');

describe('The time of a campaign', () => {
  for (const [scheduledAt, instant, wallTime] of [
    // Clocks in Berlin show half past two twice.
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000'],
    ['2026-10-25T01:30Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000'],
    ['2026-10-25T00:30Z', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000'],
  ] as const)
    it(`of ${scheduledAt} in Berlin is ${instant}`, () => {
      const given = { scheduledAt, timezone: 'Europe/Berlin', timezoneProperty: null };
      expect(readCampaignTime(given, NOW).scheduledAt?.toISOString()).to.equal(instant);
      const byZone = readCampaignTime({ ...given, timezoneProperty: 'zone' }, NOW);
      expect(byZone.wallTime).to.equal(wallTime);
    });
});
