// Campaigns for the tests of their dispatch: an account with a domain and contacts, and the job, which a test runs itself.
import { campaignWork } from '../../../../shared/resources/flows/campaigns/dispatch/work.ts';
import {
  type CampaignFields,
  createCampaign,
  type MadeCampaign,
} from '../../../support/factories/campaign-factories.ts';
import { createContact } from '../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../support/factories/factories.ts';
import { makeGood, makePaused } from '../../../support/factories/reputation-factories.ts';
import { runJob } from '../../../support/work/run-job.ts';
import { useJob } from '../../support/use-job.ts';

/** Prepares them for the tests of the enclosing `describe`. Use its fields inside hooks and tests. */
export function useCampaigns() {
  const job = useJob();
  const { clock, query, row } = job;
  let accountId: string;
  let domain: { id: string; name: string };
  beforeEach(async () => {
    accountId = (await createAccount(job.pool)).id;
    domain = await createDomain(job.pool, accountId);
  });

  /** Adds a contact that exists since the present time of the clock. */
  async function contact(email?: string): Promise<string> {
    const { id } = await createContact(job.pool, { accountId, ...(email && { email }) });
    await query('UPDATE contacts SET created_at = $2 WHERE id = $1', [id, clock.now()]);
    return id;
  }
  /** Inserts a campaign that is due. */
  async function queue(fields: CampaignFields = {}): Promise<MadeCampaign> {
    const from = `News <news@${domain.name}>`;
    const made = await createCampaign(job.pool, accountId, {
      ...{ status: 'queued', dispatchId: null, from },
      ...fields,
    });
    await wake(made.id);
    return made;
  }
  const wake = (id: string) =>
    query('UPDATE campaigns SET next_attempt_at = $2, updated_at = $2, woken_at = now() WHERE id = $1', [
      id,
      clock.now(),
    ]);
  /** Runs the job until the campaign waits or has ended. @returns its row */
  async function dispatch(id: string) {
    await campaignWork.table.markDue(job.pool, clock.now(), 100);
    await runJob(campaignWork, [id], job.deps);
    return await row('SELECT * FROM campaigns WHERE id = $1', [id]);
  }
  /** Takes the audience and releases nothing yet: all recipients are pending. */
  async function takeAudienceAlone(id: string): Promise<void> {
    await makePaused(job.pool, 'domains', domain.id);
    await dispatch(id);
    await makeGood(job.pool, 'domains', domain.id);
    await query(
      `UPDATE campaigns SET status = 'sending', paused_from = NULL, paused_reason = NULL WHERE id = $1`,
      [id],
    );
  }
  return {
    ...{ job, clock, query, row, contact, queue, wake, dispatch, takeAudienceAlone },
    get accountId() {
      return accountId;
    },
    get domain() {
      return domain;
    },
    /** State, reason → how many recipients. */
    recipientsOf: async (id: string): Promise<Record<string, number>> => {
      const rows = await query(
        `SELECT concat_ws(' ', state, reason) AS name, count(*)::integer AS count FROM campaign_recipients
         WHERE dispatch_id = (SELECT dispatch_id FROM campaigns WHERE id = $1) GROUP BY 1 ORDER BY 1`,
        [id],
      );
      return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
    },
    /** The emails of the account. */
    mails: () =>
      query(
        `SELECT emails.*, source_id, data FROM emails JOIN email_contents USING (id) WHERE emails.account_id = $1`,
        [accountId],
      ),
    /** As if workers had sent all that is released. */
    deliverAll: () =>
      query(
        `UPDATE campaign_recipients SET state = 'delivered' WHERE account_id = $1 AND state = 'released'`,
        [accountId],
      ),
    unsubscribe: (email: string) =>
      query(
        `INSERT INTO unsubscribes (account_id, email_key, chosen_by, chosen_at) VALUES ($1, $2, 'person', now())`,
        [accountId, email],
      ),
  };
}
