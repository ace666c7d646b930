// What the statements of a dispatch read does not depend on how many contacts and recipients there are, nor on how far it is:
// Postgres' plans of the real statements, as the workers get them, in tables full of others. Those that take the audience are in
// select-audience-plans.test.ts.
import { expect } from 'chai';
import { HOUR_MS } from '../../../../../shared/platform/time/durations.ts';
import { NIL_UUID } from '../../../../../shared/platform/time/ids.ts';
import { eraseFromCampaigns } from '../../../../../shared/resources/flows/campaigns/erase-recipients.ts';
import { assignVariants } from '../../../../../shared/resources/messaging/campaign-recipients/assign-variants.ts';
import {
  findPendingRecipients,
  releaseRecipients,
} from '../../../../../shared/resources/messaging/campaign-recipients/release.ts';
import {
  cancelPendingRecipients,
  findLatestDue,
  findQuietUntil,
  findUnsentCampaignMail,
  isAnyUnfinished,
  removeCampaignRecipients,
} from '../../../../../shared/resources/messaging/campaign-recipients/unfinished.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explainWork, readingsOf } from '../../../../support/database/prepared-plans.ts';
import { createCampaign, type MadeCampaign } from '../../../../support/factories/campaign-factories.ts';
import { defaultAudienceOf } from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { factoryIds as ids } from '../../../../support/factories/factory-ids.ts';

const CONTACTS = 40_000;
const STEP = 500;
const UNSENT = 100;
const CAMPAIGNS = 200;
const TABLES = /^(campaign_recipients|campaigns|contacts)/;

const FILL = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
  SELECT uuid_v7(now() - interval '1 day' + n * interval '1 ms'), $1, $2, n || '@x.dev', n || '@x.dev', now(), now()
  FROM generate_series(1, ${CONTACTS}) AS n`;

/** The first half is sent, the next few are released or delayed, the rest is pending. */
const RECIPIENTS = `
  INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, due_at, email_id)
  SELECT dispatch_id, id, account_id, hashtext(id::text),
         CASE WHEN n <= ${CONTACTS / 2} THEN 'delivered' WHEN n <= ${CONTACTS / 2 + UNSENT} THEN 'released'
              WHEN n <= ${CONTACTS / 2 + 2 * UNSENT} THEN 'delivery_delayed' ELSE $3 END,
         $4, CASE WHEN n <= ${CONTACTS / 2 + 2 * UNSENT} THEN gen_random_uuid() END
  FROM unnest($2::uuid[]) AS dispatch_id,
       (SELECT *, row_number() OVER (ORDER BY id) AS n FROM contacts WHERE account_id = $1) AS contacts`;

describe('the statements of a dispatch among many recipients', function () {
  this.timeout(600_000);
  const database = useDatabase();
  let campaign: MadeCampaign;
  let ended: MadeCampaign;
  let contactIds: string[];
  const dueAt = new Date(Date.now() - HOUR_MS);

  before(async () => {
    const { pool } = database;
    const accountId = (await createAccount(pool)).id;
    const audienceId = await defaultAudienceOf(pool, accountId);
    await pool.query(FILL, [accountId, audienceId]);
    for (let count = 2; count < CAMPAIGNS; count += 1)
      await createCampaign(pool, accountId, { audienceId, status: 'sent' });
    ended = await createCampaign(pool, accountId, { audienceId, status: 'sent' });
    campaign = await createCampaign(pool, accountId, { audienceId });
    await pool.query(RECIPIENTS, [accountId, [ended.dispatchId], 'delivered', dueAt]);
    await pool.query(RECIPIENTS, [accountId, [campaign.dispatchId], 'pending', dueAt]);
    await pool.query(`UPDATE campaign_recipients SET state = 'delivered' WHERE dispatch_id = $1`, [
      ended.dispatchId,
    ]);
    const { rows } = await pool.query(
      `SELECT contact_id AS id FROM campaign_recipients WHERE dispatch_id = $1 AND state = 'pending'
       ORDER BY md5(contact_id::text) LIMIT ${STEP}`,
      [campaign.dispatchId],
    );
    contactIds = rows.map(({ id }) => id);
  });

  /** No recipient has a variant. */
  const lastOfTest = { dueAt, sortKey: -2_147_483_000 };
  const pendingFrom = (hour: number | null) => (client: never) =>
    findPendingRecipients(client, campaign, {
      cursor: hour === null ? null : { dueAt: new Date(Date.now() - hour * HOUR_MS), sortKey: 0 },
      lastOfTest: null,
      now: new Date(),
      limit: STEP,
    });
  /** What is explained, and the most rows that one scan of it may read. */
  const statements: Record<string, [most: number, work: (client: never) => Promise<unknown>]> = {
    'the first who are pending': [STEP, pendingFrom(null)],
    'the next who are pending': [STEP, pendingFrom(2)],
    'that none of a test group is pending': [
      1,
      (client) =>
        findPendingRecipients(client, campaign, { cursor: null, lastOfTest, now: new Date(), limit: STEP }),
    ],
    'variants for a test group': [
      2 * STEP,
      (client) =>
        assignVariants(client, {
          dispatchId: campaign.dispatchId,
          dueAt,
          variants: 3,
          taken: 0,
          lastKey: 0,
          limit: STEP,
        }),
    ],
    'whether any is unfinished': [1, (client) => isAnyUnfinished(client, campaign.dispatchId, null)],
    'whether any of a test group is unfinished': [
      1,
      (client) => isAnyUnfinished(client, campaign.dispatchId, lastOfTest),
    ],
    'that none is unfinished': [0, (client) => isAnyUnfinished(client, ended.dispatchId, null)],
    'until when nothing happens': [2, (client) => findQuietUntil(client, ended.dispatchId)],
    'until when nothing happens while something is released': [
      1,
      (client) => findQuietUntil(client, campaign.dispatchId),
    ],
    'when the last one is due': [1, (client) => findLatestDue(client, campaign.dispatchId)],
    'mail that is not sent': [
      2 * UNSENT,
      (client) => findUnsentCampaignMail(client, { ...campaign, after: NIL_UUID, limit: STEP }),
    ],
    'a release': [
      STEP,
      (client) =>
        releaseRecipients(
          client,
          contactIds.map((contactId) => ({
            dispatchId: campaign.dispatchId,
            contactId,
            variant: null,
            emailId: ids.next(),
            reason: null,
          })),
        ),
    ],
    'a cancel': [
      STEP,
      (client) =>
        cancelPendingRecipients(client, {
          dispatchId: campaign.dispatchId,
          campaignId: campaign.id,
          limit: STEP,
          now: new Date(),
        }),
    ],
    'a removal': [STEP, (client) => removeCampaignRecipients(client, ended.dispatchId, STEP)],
    'an erasure': [
      2 * CAMPAIGNS,
      (client) =>
        eraseFromCampaigns(client, {
          accountId: campaign.accountId,
          contactIds: contactIds.slice(0, 2),
          after: NIL_UUID,
          campaigns: CAMPAIGNS,
        }),
    ],
  };

  for (const state of ['before the tables were analyzed', 'afterwards'] as const)
    it(`read what they need with plans that were made ${state}`, async () => {
      if (state === 'afterwards') await database.pool.query('ANALYZE');
      for (const [title, [most, work]] of Object.entries(statements)) {
        const readings = readingsOf(await explainWork(database.url, { plansOnce: true }, work), TABLES);
        expect(readings, title).to.not.be.empty;
        for (const { statement, node, read } of readings) {
          const what = `${title}: ${statement}, ${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`;
          // What the statements before have rolled back is read too.
          expect(read, what).to.be.at.most(2 * most);
        }
      }
    });
});
