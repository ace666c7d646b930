// Campaigns for the tests of their dispatch: an account with a domain and contacts, and the job, which a test runs itself.
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { campaignWork } from '../../../../shared/resources/flows/campaigns/dispatch/work.ts';
import { recordCampaignEvents } from '../../../../shared/resources/messaging/campaign-recipients/record-events.ts';
import {
  type CampaignFields,
  createCampaign,
  type MadeCampaign,
} from '../../../support/factories/campaign-factories.ts';
import { createContact, defaultAudienceOf } from '../../../support/factories/contact-factories.ts';
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
  /** Adds many contacts. */
  async function contacts(count: number): Promise<void> {
    await query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
       SELECT id, $1, $2, 'c' || number || '@customer.dev', 'c' || number || '@customer.dev', $3, $3
       FROM (SELECT gen_random_uuid() AS id, number FROM generate_series(1, $4::integer) AS number) AS made`,
      [accountId, await defaultAudienceOf(job.pool, accountId), clock.now(), count],
    );
  }
  /** Inserts a campaign that is due. */
  async function queue(fields: CampaignFields = {}): Promise<MadeCampaign> {
    const from = `News <news@${domain.name}>`;
    const made = await createCampaign(job.pool, accountId, {
      status: 'queued',
      dispatchId: null,
      from,
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
    job,
    clock,
    query,
    row,
    contact,
    contacts,
    queue,
    wake,
    dispatch,
    takeAudienceAlone,
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
    /** As if the mail of a campaign had come to something, in the order of its contacts; the rest is delivered. */
    async recordOutcomes(id: string, outcomes: Readonly<Record<string, number>>) {
      const released = await query(
        `SELECT dispatch_id, contact_id FROM campaign_recipients WHERE state = 'released'
           AND dispatch_id = (SELECT dispatch_id FROM campaigns WHERE id = $1) ORDER BY contact_id`,
        [id],
      );
      const names = Object.entries(outcomes).flatMap(([name, count]) => Array<string>(count).fill(name));
      const occurrences = released.flatMap(({ dispatch_id: dispatchId, contact_id: contactId }, place) => {
        const outcome = names[place] ?? 'delivered';
        const happened = {
          delivered: ['sent', 'delivered'],
          complained: ['sent', 'delivered', 'complained'],
        }[outcome] ?? [outcome];
        const campaign = { campaignId: id, dispatchId, contactId };
        return happened.map((name) => ({ campaign, accountId, domainId: domain.id, name, at: clock.now() }));
      });
      await transaction(job.deps.database, (client) => recordCampaignEvents(client, occurrences));
      await query(
        `UPDATE email_recipients SET next_attempt_at = NULL, woken_at = NULL WHERE account_id = $1`,
        [accountId],
      );
    },
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
