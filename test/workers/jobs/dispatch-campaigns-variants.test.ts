// The job that dispatches campaigns: the test of a campaign, from the variants of its group to what the rest gets.
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { HOUR_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { cancelCampaign } from '../../../shared/resources/flows/campaigns/transitions/cancel-campaign.ts';
import { chooseWinner } from '../../../shared/resources/flows/campaigns/transitions/choose-winner.ts';
import { pauseCampaign } from '../../../shared/resources/flows/campaigns/transitions/pause-campaign.ts';
import { resumeCampaign } from '../../../shared/resources/flows/campaigns/transitions/resume-campaign.ts';
import { recordCampaignEvents } from '../../../shared/resources/messaging/campaign-recipients/record-events.ts';
import { extent } from '../../support/extent.ts';
import { failureOf } from '../../support/failure-of.ts';
import { useCampaigns } from './support/use-campaigns.ts';

/** Decisions by a person and by the time at once. */
const RACES = extent('WINNER_RACES', 20, 200);

type Campaign = Record<string, unknown> & { id: string };

describe('dispatch-campaigns, with a test', () => {
  const test = useCampaigns();
  const contacts = async (count: number) => {
    for (let number = 0; number < count; number += 1) await test.contact(`p${number}@customer.dev`);
  };
  const queue = (
    testPercent: number,
    subjects: Record<string, string> = { a: 'A', b: 'B' },
    metric = 'open_rate',
  ) =>
    test.queue({
      subject: 'Base',
      tracking: { opens: true, clicks: true },
      abTest: {
        subjects,
        testPercent,
        winnerMetric: metric as 'open_rate',
        wait: metric === 'manual' ? null : '1 hour',
      },
    });
  const later = async (id: string, ms: number) => {
    test.clock.advance(ms);
    return (await test.dispatch(id)) as Campaign;
  };
  /** Subject → emails. */
  const subjects = async () =>
    Object.fromEntries(
      (
        await test.query(
          'SELECT subject, count(*)::integer AS count FROM emails WHERE account_id = $1 GROUP BY 1 ORDER BY 1',
          [test.accountId],
        )
      ).map(({ subject, count }) => [subject, count]),
    );
  const recipients = (id: string) =>
    test.query(
      `SELECT contact_id, dispatch_id, state, variant, account_id FROM campaign_recipients
       WHERE dispatch_id = (SELECT dispatch_id FROM campaigns WHERE id = $1) ORDER BY sort_key, contact_id`,
      [id],
    );
  /** All that is released is delivered; of variant `n` the first `opens[n]` are opened, and machines open all of variant 0. */
  async function deliver(id: string, opens: readonly number[] = []) {
    const left = [...opens];
    const occurrences = (await recipients(id))
      .filter(({ state }) => state === 'released')
      .flatMap(({ contact_id: contactId, dispatch_id: dispatchId, variant }) => {
        const names = ['sent', 'delivered'];
        const isOpened = variant !== null && (left[variant] ?? 0) > 0;
        if (isOpened) left[variant] = (left[variant] ?? 0) - 1;
        if (isOpened) names.push('opened', 'unique_opened');
        if (variant === 0) names.push('machine_opened');
        const campaign = { campaignId: id, dispatchId, contactId };
        const { accountId, domain } = test;
        return names.map((name) => ({
          campaign,
          accountId,
          domainId: domain.id,
          name,
          at: test.clock.now(),
        }));
      });
    await transaction(test.job.deps.database, (client) => recordCampaignEvents(client, occurrences));
  }
  const path = (id: string) => ({ accountId: test.accountId, id, now: test.clock.now() });

  it('gives the first of the order their variants in turns, and mails no others before it is decided', async () => {
    await contacts(40);
    await test.unsubscribe('p0@customer.dev');
    const { id } = await queue(33, { a: 'A', b: 'B', c: 'C' });
    expect(await test.dispatch(id)).to.include({
      status: 'testing',
      total: 40,
      test_size: 13,
      test_taken: 13,
    });
    const rows = (await recipients(id)).filter(({ state }) => state !== 'left_out');
    expect(rows.map(({ variant }) => variant)).to.deep.equal([
      0,
      1,
      2,
      0,
      1,
      2,
      0,
      1,
      2,
      0,
      1,
      2,
      0,
      ...Array(26).fill(null),
    ]);
    expect(await subjects()).to.deep.equal({ A: 5, B: 4, C: 4 });
    expect(await later(id, HOUR_MS)).to.include({ status: 'testing', decides_at: null });
    expect(await subjects()).to.deep.equal({ A: 5, B: 4, C: 4 });
  });

  it('waits from the last first outcome on, takes the better rate of people, and sends it to the rest', async () => {
    await contacts(200);
    const { id } = await queue(50);
    await test.dispatch(id);
    await deliver(id, [10, 20]);
    const waiting = await later(id, SECOND_MS);
    expect(waiting).to.deep.include({
      status: 'testing',
      decides_at: new Date(test.clock.now().getTime() + HOUR_MS),
    });
    expect(await later(id, HOUR_MS - SECOND_MS)).to.include({ status: 'testing', winner: null });
    const decided = await later(id, SECOND_MS);
    expect(decided).to.include({ status: 'sending', winner: 'b', decided_by: 'metric' });
    expect(await subjects()).to.deep.equal({ A: 50, B: 150 });
    await deliver(id);
    expect(await later(id, SECOND_MS)).to.include({ status: 'sent' });
    const variants = (await recipients(id)).map(({ variant }) => variant);
    expect(variants.filter((variant) => variant === 1)).to.have.length(50);
    expect(variants.filter((variant) => variant === null)).to.have.length(100);
  });

  it('takes the first variant when too few have got mail', async () => {
    await contacts(20);
    const { id } = await queue(50);
    await test.dispatch(id);
    await deliver(id, [0, 5]);
    await later(id, SECOND_MS);
    expect(await later(id, HOUR_MS)).to.include({ status: 'sending', winner: 'a', decided_by: 'too_few' });
    expect(await subjects()).to.deep.equal({ A: 15, B: 5 });
  });

  it('ends when all are tried that are tested, if these are all', async () => {
    await contacts(3);
    const { id } = await queue(100);
    await test.dispatch(id);
    await deliver(id);
    expect(await later(id, SECOND_MS)).to.include({ status: 'sent', winner: null });
    expect(await subjects()).to.deep.equal({ A: 2, B: 1 });
  });

  it('goes on with what a person chooses, also while the group is released, and only once', async () => {
    await contacts(30);
    const { id } = await queue(100, { a: 'A', b: 'B' }, 'manual');
    await test.takeAudienceAlone(id);
    await test.query(`UPDATE campaigns SET status = 'testing' WHERE id = $1`, [id]);
    await chooseWinner(test.job.deps, { ...path(id), variant: 'b' });
    const decided = await test.dispatch(id);
    expect(decided).to.include({ status: 'sending', winner: 'b', decided_by: 'manual' });
    expect(await subjects()).to.deep.equal({ B: 30 });
    expect((await recipients(id)).every(({ variant }) => variant === null)).to.equal(true);
    const again = await failureOf(chooseWinner(test.job.deps, { ...path(id), variant: 'a' }));
    expect(again).to.include({ name: 'validation_error' });
  });

  it('sends one content to the rest when a person and the time decide at once', async () => {
    await contacts(6);
    for (let race = 0; race < RACES; race += 1) {
      const { id } = await queue(34, { a: `A${race}`, b: `B${race}` });
      await test.dispatch(id);
      await deliver(id);
      await later(id, SECOND_MS);
      test.clock.advance(HOUR_MS);
      const choose = async () => {
        // Statements of their own, so that either may be first.
        for (let wait = 0; wait < race; wait += 1) await test.query('SELECT 1');
        await chooseWinner(test.job.deps, { ...path(id), variant: 'b' });
      };
      const [chosen, decided] = await Promise.allSettled([choose(), test.dispatch(id)]);
      expect(decided.status).to.equal('fulfilled');
      const { winner, decided_by: by } = await test.dispatch(id);
      expect(by).to.equal(chosen.status === 'fulfilled' ? 'manual' : 'too_few');
      const names = Object.entries(await subjects()).filter(([name]) => name.endsWith(String(race)));
      expect(Object.fromEntries(names)).to.include(
        winner === 'a' ? { [`A${race}`]: 5 } : { [`B${race}`]: 4 },
      );
      await test.query('DELETE FROM emails WHERE account_id = $1', [test.accountId]);
    }
  });

  it('waits for a person without an end when a person decides', async () => {
    await contacts(10);
    const { id } = await queue(50, { a: 'A', b: 'B' }, 'manual');
    await test.dispatch(id);
    await deliver(id);
    expect(await later(id, SECOND_MS)).to.include({ status: 'testing', next_attempt_at: null });
    await chooseWinner(test.job.deps, { ...path(id), variant: 'b' });
    await test.dispatch(id);
    expect(await subjects()).to.deep.equal({ A: 3, B: 7 });
  });

  it('holds the rest while it is paused, but not the time until the decision', async () => {
    await contacts(10);
    const { id } = await queue(40);
    await test.dispatch(id);
    await deliver(id);
    await later(id, SECOND_MS);
    await pauseCampaign(test.job.deps, path(id));
    expect(await later(id, 2 * HOUR_MS)).to.include({ status: 'paused', paused_from: 'testing' });
    await resumeCampaign(test.job.deps, path(id));
    expect(await test.dispatch(id)).to.include({ status: 'sending', winner: 'a' });
    expect(await later(id, 5 * SECOND_MS)).to.include({ status: 'sending' });
    expect(await subjects()).to.deep.equal({ A: 8, B: 2 });
  });

  it('cancels a test with all who have got nothing', async () => {
    await contacts(10);
    const { id } = await queue(40);
    await test.dispatch(id);
    await deliver(id);
    await later(id, SECOND_MS);
    await cancelCampaign(test.job.deps, path(id));
    await test.dispatch(id);
    expect(await test.recipientsOf(id)).to.deep.equal({ canceled: 6, delivered: 4 });
  });

  it('fails when fewer are tested than there are variants, or what decides is measured no more', async () => {
    await contacts(2);
    const small = await queue(50);
    const tooSmall = await test.dispatch(small.id);
    expect(tooSmall).to.include({ status: 'failed' });
    expect(tooSmall.failed_reason).to.include('only 1 recipients');
    const { id } = await queue(100);
    await test.query('UPDATE campaigns SET tracking = NULL WHERE id = $1', [id]);
    const unmeasured = await test.dispatch(id);
    expect(unmeasured).to.include({ status: 'failed' });
    expect(unmeasured.failed_reason).to.include('open_tracking');
    expect(await subjects()).to.deep.equal({});
  });

  it('goes on with fewer when some are erased before they have got their variant', async () => {
    await contacts(9);
    const { id } = await queue(100);
    await test.takeAudienceAlone(id);
    await test.query(
      `UPDATE campaigns SET status = 'testing', test_taken = 0, test_key = NULL WHERE id = $1`,
      [id],
    );
    await test.query('UPDATE campaign_recipients SET variant = NULL WHERE account_id = $1', [test.accountId]);
    await test.query(
      `UPDATE campaign_recipients SET state = 'left_out', reason = 'deleted', is_erased = true, sort_key = 0
       WHERE account_id = $1 AND contact_id = (SELECT id FROM contacts WHERE account_id = $1 AND email = 'p3@customer.dev')`,
      [test.accountId],
    );
    await test.wake(id);
    expect(await test.dispatch(id)).to.include({ status: 'testing', test_size: 8, test_taken: 8 });
    expect(await subjects()).to.deep.equal({ A: 4, B: 4 });
  });
});
