// The job that dispatches campaigns: what a cancel, a resume and a deletion leave to it.
import { expect } from 'chai';
import { HOUR_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { deleteCampaign } from '../../../shared/resources/flows/campaigns/delete.ts';
import { cancelCampaign } from '../../../shared/resources/flows/campaigns/transitions/cancel-campaign.ts';
import { pauseCampaign } from '../../../shared/resources/flows/campaigns/transitions/pause-campaign.ts';
import { resumeCampaign } from '../../../shared/resources/flows/campaigns/transitions/resume-campaign.ts';
import { useCampaigns } from './support/use-campaigns.ts';

describe('dispatch-campaigns, after a stop', () => {
  const test = useCampaigns();

  it('ends what a cancel finds, pending and accepted, and refunds it', async () => {
    for (let number = 0; number < 3; number += 1) await test.contact();
    const { id } = await test.queue();
    await test.dispatch(id);
    await test.contact();
    const held = await test.row(
      `UPDATE email_recipients SET claimed_by = $2, state = 'sending' WHERE id = (
         SELECT id FROM email_recipients WHERE account_id = $1 LIMIT 1) RETURNING id`,
      [test.accountId, test.job.ids.next()],
    );
    await cancelCampaign(test.job.deps, { accountId: test.accountId, id, now: test.clock.now() });
    const canceling = await test.dispatch(id);
    expect(canceling).to.include({ status: 'canceled' });
    expect(canceling.next_attempt_at, 'a worker holds one').to.not.equal(null);
    await test.query(`UPDATE email_recipients SET claimed_by = NULL, state = 'queued' WHERE id = $1`, [
      held.id,
    ]);
    test.clock.advance(SECOND_MS);
    await test.dispatch(id);
    test.clock.advance(SECOND_MS);
    expect(await test.dispatch(id)).to.include({ next_attempt_at: null });
    expect(await test.recipientsOf(id)).to.deep.equal({ canceled: 3 });
    expect(
      await test.row(`SELECT used FROM email_usage WHERE account_id = $1 AND period = 'day'`, [
        test.accountId,
      ]),
    ).to.deep.equal({
      used: 0,
    });
  });

  it('makes held mail due five seconds after a resume, and not before', async () => {
    await test.contact();
    const { id } = await test.queue();
    await test.dispatch(id);
    await pauseCampaign(test.job.deps, { accountId: test.accountId, id, now: test.clock.now() });
    const later = new Date(test.clock.now().getTime() + HOUR_MS);
    await test.query(
      'UPDATE email_recipients SET next_attempt_at = $2, woken_at = NULL WHERE account_id = $1',
      [test.accountId, later],
    );
    const dueAt = async () =>
      (await test.row('SELECT next_attempt_at FROM email_recipients WHERE account_id = $1', [test.accountId]))
        .next_attempt_at;
    await resumeCampaign(test.job.deps, { accountId: test.accountId, id, now: test.clock.now() });
    await test.dispatch(id);
    expect(await dueAt()).to.deep.equal(later);
    test.clock.advance(5 * SECOND_MS);
    await test.dispatch(id);
    expect(await dueAt()).to.deep.equal(test.clock.now());
  });

  it('removes recipients and figures of a deleted campaign, and keeps what its mail is read from', async () => {
    await test.contact();
    const { id } = await test.queue();
    const { content_id: contentId, dispatch_id: dispatchId } = await test.dispatch(id);
    await test.deliverAll();
    test.clock.advance(SECOND_MS);
    await test.dispatch(id);
    await test.query(`INSERT INTO campaign_links VALUES ($1, $1, $1, 'https://a.test/')`, [id]);
    await test.query('INSERT INTO campaign_link_counts VALUES ($1, $1, 0, 1, 1)', [id]);
    await deleteCampaign(test.job.deps, { accountId: test.accountId, id }, test.clock.now());
    expect(await test.dispatch(id)).to.include({ next_attempt_at: null });
    expect(await test.query('SELECT FROM campaign_recipients WHERE dispatch_id = $1', [dispatchId])).to.be
      .empty;
    const links = await test.query(
      `SELECT campaign_id FROM campaign_links UNION ALL SELECT campaign_id FROM campaign_link_counts`,
    );
    expect(links).to.deep.equal([]);
    expect(await test.query('SELECT FROM campaign_contents WHERE id = $1', [contentId])).to.have.length(1);
  });
});
