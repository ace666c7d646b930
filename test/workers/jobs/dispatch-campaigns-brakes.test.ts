// The job that dispatches campaigns: the brakes, which pause a campaign when its first mails come to no good.
import { expect } from 'chai';
import { SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { cancelCampaign } from '../../../shared/resources/flows/campaigns/transitions/cancel-campaign.ts';
import { pauseCampaign } from '../../../shared/resources/flows/campaigns/transitions/pause-campaign.ts';
import { resumeCampaign } from '../../../shared/resources/flows/campaigns/transitions/resume-campaign.ts';
import { extent } from '../../support/extent.ts';
import { useCampaigns } from './support/use-campaigns.ts';

/** Brakes and other moves at once. */
const RACES = extent('BRAKE_RACES', 12, 200);

describe('dispatch-campaigns, with a brake', () => {
  const test = useCampaigns();
  const path = (id: string) => ({ accountId: test.accountId, id, now: test.clock.now() });
  const later = async (id: string) => {
    test.clock.advance(SECOND_MS);
    return await test.dispatch(id);
  };
  /** Releases so many recipients of a state. */
  const release = (count: number, state = 'pending') =>
    test.query(
      `UPDATE campaign_recipients SET state = 'released' WHERE contact_id = ANY(ARRAY(
         SELECT contact_id FROM campaign_recipients WHERE account_id = $1 AND state = $3 LIMIT $2))`,
      [test.accountId, count, state],
    );
  /** A campaign of which so many mails were released, and two more recipients are pending. */
  async function released(count: number): Promise<string> {
    await test.contacts(count + 2);
    const { id } = await test.queue();
    await test.takeAudienceAlone(id);
    await test.query('UPDATE campaigns SET rate_per_hour = 1 WHERE id = $1', [id]);
    await release(count);
    await test.wake(id);
    return id;
  }

  for (const { outcomes, of, reason } of [
    { outcomes: { bounced: 19 }, of: 200, reason: null },
    { outcomes: { bounced: 20 }, of: 200, reason: 'bounces' },
    { outcomes: { bounced: 20 }, of: 201, reason: null },
    { outcomes: { bounced: 19 }, of: 19, reason: null },
    // A delay is not an outcome.
    { outcomes: { bounced: 20, delivery_delayed: 1_000 }, of: 1_100, reason: 'bounces' },
    { outcomes: { complained: 4 }, of: 4, reason: null },
    { outcomes: { complained: 5 }, of: 1_000, reason: 'complaints' },
    { outcomes: { complained: 5 }, of: 1_001, reason: null },
  ])
    it(`${reason ? `pauses with the reason ${reason}` : 'goes on'} after ${JSON.stringify(outcomes)} of ${of} outcomes`, async () => {
      const id = await released(of);
      await test.recordOutcomes(id, outcomes);
      const after = await later(id);
      expect(after).to.include({ paused_reason: reason, status: reason ? 'paused' : 'sending' });
      const [[name, count] = []] = Object.entries(outcomes);
      const judged = of - (outcomes.delivery_delayed ?? 0);
      expect(after.failed_reason).to.equal(
        reason &&
          `${count} ${name === 'bounced' ? `of its first ${judged} emails bounced` : `people complained about its first ${judged} emails`}.`,
      );
    });

  it('judges nothing after the first 1,000 outcomes, also when all is released', async () => {
    await test.contacts(1_201);
    const { id } = await test.queue();
    await test.takeAudienceAlone(id);
    await test.wake(id);
    await release(1_100);
    await test.recordOutcomes(id, { bounced: 50 });
    await release(101);
    expect(await later(id)).to.include({ status: 'sending', is_proven: true });
    await test.query(
      `UPDATE campaign_recipients SET state = 'pending' WHERE contact_id = (
         SELECT contact_id FROM campaign_recipients WHERE account_id = $1 AND state = 'released' LIMIT 1)`,
      [test.accountId],
    );
    await test.recordOutcomes(id, { bounced: 100 });
    expect(await later(id)).to.include({ status: 'sending' });
  });

  it('judges nothing after the first 1,000 outcomes, while it is released', async () => {
    const id = await released(1_000);
    await test.recordOutcomes(id, {});
    expect(await later(id)).to.include({ status: 'sending', is_proven: true });
    await release(500, 'delivered');
    await test.recordOutcomes(id, { bounced: 500 });
    test.clock.advance(3_600 * SECOND_MS);
    expect(await test.dispatch(id)).to.include({ status: 'sending' });
  });

  it('pauses also while the last mails are on their way, holds them, and lets a person go on', async () => {
    await test.contacts(40);
    const { id } = await test.queue();
    await test.dispatch(id);
    await test.query(
      `UPDATE campaign_recipients SET state = 'sent' WHERE contact_id = ANY(ARRAY(
         SELECT contact_id FROM campaign_recipients WHERE account_id = $1 LIMIT 20))`,
      [test.accountId],
    );
    await test.recordOutcomes(id, { bounced: 20 });
    await test.query(
      `UPDATE campaign_recipients SET state = 'released' WHERE account_id = $1 AND state = 'sent'`,
      [test.accountId],
    );
    expect(await later(id)).to.include({
      status: 'paused',
      paused_reason: 'bounces',
      paused_from: 'sending',
    });
    await resumeCampaign(test.job.deps, path(id));
    expect(await later(id)).to.include({ status: 'sending', is_proven: true });
    await test.deliverAll();
    test.clock.advance(5 * SECOND_MS);
    await test.dispatch(id);
    expect(await later(id)).to.include({ status: 'sent', paused_reason: null });
  });

  it('ends in one state, which is explained, when a brake meets a cancel, a pause or the last recipient', async () => {
    const seen = new Set<string>();
    for (let race = 0; race < RACES; race += 1) {
      await test.query('DELETE FROM contacts WHERE account_id = $1', [test.accountId]);
      const id = await released(30);
      await test.recordOutcomes(id, { bounced: 20 });
      await test.query(
        `UPDATE campaign_recipients SET state = 'released' WHERE account_id = $1 AND state = 'pending' AND $2`,
        [test.accountId, race % 3 === 2],
      );
      test.clock.advance(SECOND_MS);
      const other = async () => {
        // Statements of their own, so that either may be first.
        for (let wait = 0; wait < Math.floor(race / 3) * 8; wait += 1) await test.query('SELECT 1');
        if (race % 3 === 0) await cancelCampaign(test.job.deps, path(id));
        else if (race % 3 === 1) await pauseCampaign(test.job.deps, path(id));
        else await test.recordOutcomes(id, {});
      };
      // The last races are won by the brake.
      const isBraked = race >= RACES - 3;
      if (isBraked) await test.dispatch(id);
      const [moved] = await Promise.allSettled([other(), isBraked || test.dispatch(id)]);
      const { status, paused_reason: reason, failed_reason: why } = await later(id);
      const isRefused = moved.status === 'rejected';
      const expected = {
        0: { status: 'canceled', reason: null },
        1: { status: 'paused', reason: isRefused ? 'bounces' : 'manual' },
        2: status === 'sent' ? { status: 'sent', reason: null } : { status: 'paused', reason: 'bounces' },
      }[race % 3];
      expect({ status, reason }).to.deep.equal(expected);
      expect(why !== null).to.equal(reason === 'bounces');
      seen.add(`${race % 3} ${status} ${reason}`);
    }
    expect([...seen]).to.include.members(['0 canceled null', '1 paused bounces', '2 paused bounces']);
  });
});
