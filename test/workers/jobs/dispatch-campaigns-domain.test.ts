// The job that dispatches campaigns, when the domain of one is not its account's any more.
import { expect } from 'chai';
import { campaignWork } from '../../../shared/resources/flows/campaigns/dispatch/work.ts';
import { advanceClaim } from '../../../shared/resources/messaging/domains/claims/advance.ts';
import {
  claimDeps,
  createClaim,
  proven,
} from '../../shared/resources/messaging/domains/claims/contested-domains.ts';
import {
  type CampaignFields,
  createCampaign,
  createCampaignRecipient,
} from '../../support/factories/campaign-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createAccount, createDomain, createWebhook } from '../../support/factories/factories.ts';
import { runJob } from '../../support/work/run-job.ts';
import { useAccountJob } from '../support/use-job.ts';

describe('a campaign whose domain is lost', () => {
  const job = useAccountJob();
  const { clock, query, row } = job;

  const dispatch = async (fields: CampaignFields) => {
    const campaign = await createCampaign(job.pool, job.accountId, { from: 'ana@lost.dev', ...fields });
    await query('UPDATE campaigns SET next_attempt_at = $2, woken_at = now() WHERE id = $1', [
      campaign.id,
      clock.now(),
    ]);
    return campaign;
  };
  const read = (id: string) =>
    row('SELECT status, paused_reason, failed_reason, next_attempt_at FROM campaigns WHERE id = $1', [id]);

  it('Pauses a campaign whose domain was lost to another account with the reason `domain`, and fails one that starts.', async () => {
    await createWebhook(job.pool, job.accountId, { events: ['campaign.paused', 'campaign.failed'] });
    await createDomain(job.pool, job.accountId, { name: 'lost.dev' });
    const sending = await dispatch({ status: 'sending' });
    const { id: contactId } = await createContact(job.pool, { accountId: job.accountId });
    await createCampaignRecipient(job.pool, sending, { contactId, dueAt: clock.now() });
    const scheduled = await dispatch({ status: 'scheduled', scheduledAt: clock.now() });

    const claimant = await createDomain(job.pool, (await createAccount(job.pool)).id, {
      name: 'lost.dev',
      status: 'not_started',
    });
    const claim = await createClaim(job.pool, claimant);
    await advanceClaim(claimDeps(job.pool, 0), claim, proven(claim), clock.now());
    await runJob(campaignWork, [sending.id, scheduled.id], job.deps);

    const { failed_reason: why, ...paused } = await read(sending.id);
    expect(paused).to.deep.equal({ status: 'paused', paused_reason: 'domain', next_attempt_at: null });
    expect(why).to.include('The lost.dev domain is not verified.');
    const failed = await read(scheduled.id);
    expect([failed.status, failed.failed_reason]).to.deep.equal([
      'failed',
      'The lost.dev domain is not verified. Add and verify it before you send from it.',
    ]);
    const { states } = await row(
      'SELECT array_agg(state) AS states FROM campaign_recipients WHERE dispatch_id = $1',
      [sending.dispatchId],
    );
    expect(states).to.deep.equal(['pending']);
    const events = await query(
      `SELECT payload::jsonb ->> 'type' AS type, payload::jsonb #>> '{data,failed_reason}' AS why
       FROM webhook_messages ORDER BY 1`,
    );
    expect(events).to.deep.equal([
      { type: 'campaign.failed', why: failed.failed_reason },
      { type: 'campaign.paused', why: null },
    ]);
  });
});
