// Campaigns with results for the tests of their pages: an audience, and what has happened to its mail, recorded as the worker does.
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { recordCampaignEvents } from '../../../shared/resources/messaging/campaign-recipients/record-events.ts';
import type { TestApp } from '../../support/api/app.ts';
import {
  type CampaignFields,
  createCampaign,
  type MadeCampaign,
} from '../../support/factories/campaign-factories.ts';
import { defaultAudienceOf } from '../../support/factories/contact-factories.ts';

const LINK = {
  id: '0199d3a1-0000-4000-8000-000000000001',
  url: 'https://acme.dev/a-long-path/to/the/news-of-may',
};

/** What becomes of the first recipients; the others are delivered. */
export interface Results {
  pending?: number;
  bounced?: number;
  failed?: number;
  unsubscribed?: number;
  /** The opens of each variant; without a test the first one is that of all. */
  opened?: readonly number[];
  clicked?: number;
  /** Recipients of the test, which is not decided yet. */
  testSize?: number;
}

/** A campaign of contacts of the account, with its results. @param count of recipients */
export async function createResults(
  app: TestApp,
  of: { accountId: string; domain: { id: string; name: string } },
  count: number,
  {
    pending = 0,
    bounced = 0,
    failed = 0,
    unsubscribed = 0,
    opened = [],
    clicked = 0,
    testSize = 0,
  }: Results = {},
  fields: CampaignFields = {},
): Promise<MadeCampaign> {
  const { accountId, domain } = of;
  const now = app.clock.now();
  const leftOut = Object.values(fields.leftOut ?? {}).reduce((sum, one) => sum + one, 0);
  const campaign = await createCampaign(app.pool, accountId, {
    name: 'News of May',
    subject: 'What is new in May',
    from: `Ana <ana@${domain.name}>`,
    status: 'sent',
    total: count + leftOut,
    scheduledAt: new Date(now.getTime() - 6 * HOUR_MS),
    sentAt: new Date(now.getTime() - 5 * HOUR_MS),
    tracking: { opens: true, clicks: true },
    ...fields,
  });
  const variants = Object.keys(fields.abTest?.subjects ?? {}).length;
  const contacts = await insertRecipients(app, campaign, count, variants, testSize);
  if (testSize > 0)
    await app.pool.query(`UPDATE campaigns SET status = 'testing', test_size = $2 WHERE id = $1`, [
      campaign.id,
      testSize,
    ]);
  const left = [...opened];
  // The test group is the first part of the order, so those who wait are its end.
  const tried = contacts.slice(0, count - pending);
  const occurrences = tried.flatMap(({ id, variant }, place) => {
    const isOpened = place >= bounced + failed && (left[variant ?? 0] ?? 0) > 0;
    if (isOpened) left[variant ?? 0] = (left[variant ?? 0] ?? 0) - 1;
    const names = namesOf(place, { bounced, failed, unsubscribed, clicked, isOpened });
    return names.map((name, step) => ({
      campaign: { campaignId: campaign.id, dispatchId: campaign.dispatchId, contactId: id, link: LINK.id },
      accountId,
      domainId: domain.id,
      name,
      at: new Date(now.getTime() - 5 * HOUR_MS + (step < 2 ? 0 : ((place * 7) % 5) ** 2 * (HOUR_MS / 5))),
    }));
  });
  await app.pool.query(
    'INSERT INTO campaign_links (campaign_id, id, account_id, url) VALUES ($1, $2, $3, $4)',
    [campaign.id, LINK.id, accountId, LINK.url],
  );
  if (occurrences.length > 0)
    await transaction(app.pool, (client) => recordCampaignEvents(client, occurrences));
  return campaign;
}

function namesOf(
  place: number,
  {
    bounced,
    failed,
    unsubscribed,
    clicked,
    isOpened,
  }: Required<Omit<Results, 'pending' | 'opened' | 'testSize'>> & { isOpened: boolean },
): string[] {
  if (place < bounced) return ['bounced', 'bounced_permanent'];
  if (place < bounced + failed) return ['failed'];
  const after = place - bounced - failed;
  return [
    'sent',
    'delivered',
    ...(isOpened ? ['opened', 'unique_opened'] : []),
    ...(after < clicked ? ['clicked', 'unique_clicked'] : []),
    ...(after < unsubscribed ? ['unsubscribed'] : []),
  ];
}

/** Contacts who are released recipients; the first ones have variants in turns. */
async function insertRecipients(
  { pool }: TestApp,
  { accountId, dispatchId }: MadeCampaign,
  count: number,
  variants: number,
  testSize: number,
) {
  const audienceId = await defaultAudienceOf(pool, accountId);
  const { rows } = await pool.query<{ id: string; variant: number | null; sort_key: number }>(
    `WITH made AS (
       INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
       SELECT gen_random_uuid(), $1, $2, address, address, now(), now()
       FROM (SELECT 'person' || number || '@customer.dev' AS address FROM generate_series(1, $4::integer) AS number) AS person
       RETURNING id, email
     )
     INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, due_at, variant)
     SELECT $3, id, $1, place, 'released', now(), CASE WHEN place < $6 THEN place % $5 END
     FROM (SELECT id, (row_number() OVER (ORDER BY length(email), email) - 1)::integer AS place FROM made) AS placed
     RETURNING contact_id AS id, variant, sort_key`,
    [accountId, audienceId, dispatchId, count, Math.max(1, variants), testSize],
  );
  return rows.sort((one, other) => one.sort_key - other.sort_key);
}
