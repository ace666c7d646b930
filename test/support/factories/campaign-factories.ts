// Factories of campaigns: a campaign with what it says, the recipients of its dispatch, and its mail to a contact, so that a
// test names only the values that matter to it.
import type { Pool } from 'pg';
import type { AbTest } from '../../../shared/resources/flows/campaigns/ab-test/ab-test.ts';
import type { PollDefinition } from '../../../shared/resources/messaging/polls/poll.ts';
import { defaultAudienceOf } from './contact-factories.ts';
import { createEmail, type EmailFields } from './factories.ts';
import { factoryIds as ids } from './factory-ids.ts';

/** Fields of a campaign that a test may set. */
export interface CampaignFields {
  name?: string;
  /** `sending` by default, and then with a dispatch. */
  status?: 'draft' | 'scheduled' | 'queued' | 'sending' | 'paused' | 'sent' | 'canceled' | 'failed';
  pausedReason?: string | null;
  /** By default the default audience. */
  audienceId?: string;
  segmentId?: string | null;
  topicId?: string | null;
  /** Null: its audience is not taken. */
  dispatchId?: string | null;
  /** Contacts of the audience. */
  total?: number | null;
  leftOut?: Readonly<Record<string, number>>;
  leftOutLater?: Readonly<Record<string, number>>;
  scheduledAt?: Date | null;
  sentAt?: Date | null;
  from?: string;
  subject?: string;
  html?: string | null;
  text?: string | null;
  utm?: Readonly<Record<string, string>> | null;
  poll?: PollDefinition | null;
  templateId?: string | null;
  tracking?: { opens?: boolean; clicks?: boolean } | null;
  /** A test; its variants have these subjects. */
  abTest?: Omit<AbTest, 'variants'> & { subjects: Readonly<Record<string, string>> };
}

/** A campaign that the factory inserted. */
export interface MadeCampaign {
  id: string;
  accountId: string;
  /** Empty: its audience is not taken. */
  dispatchId: string;
  contentId: string;
}

/** Inserts a campaign and what it says. It is not due for work. */
export async function createCampaign(
  pool: Pool,
  accountId: string,
  fields: CampaignFields = {},
): Promise<MadeCampaign> {
  const { status = 'sending', name = 'Factory campaign', total = null } = fields;
  const { html = '<p>Hello</p>', text = null, utm = null, poll = null, templateId = null } = fields;
  const { leftOut = {}, leftOutLater = {}, from = 'Ana <ana@acme.dev>', subject = 'Hello' } = fields;
  const { dispatchId = status === 'draft' || status === 'scheduled' ? null : ids.next() } = fields;
  const id = ids.next();
  const contentId = ids.next();
  await pool.query(
    `INSERT INTO campaign_contents (id, account_id, campaign_id, from_address, subject, html, text, created_at, utm, poll,
                                    template_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now(), $8, $9, $10)`,
    [contentId, accountId, id, from, subject, html, text, utm, poll, templateId],
  );
  const variants = Object.entries(fields.abTest?.subjects ?? {}).map(([key, own]) => ({
    key,
    own,
    id: ids.next(),
  }));
  for (const variant of variants)
    await pool.query(
      `INSERT INTO campaign_contents (id, account_id, campaign_id, from_address, subject, html, text, created_at, poll)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now(), $8)`,
      [variant.id, accountId, id, from, variant.own, html, text, poll],
    );
  await pool.query(
    `INSERT INTO campaigns (id, account_id, name, status, paused_reason, audience_id, segment_id, topic_id, content_id,
                            scheduled_at, dispatch_id, taken_at, total, left_out, left_out_later, sent_at, created_at,
                            updated_at, tracking, ab_test, variant_content_ids)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $11::uuid IS NOT NULL THEN now() END, $12, $13, $14,
             $15, now(), now(), $16, $17, $18)`,
    [
      id,
      accountId,
      name,
      status,
      fields.pausedReason ?? null,
      fields.audienceId ?? (await defaultAudienceOf(pool, accountId)),
      fields.segmentId ?? null,
      fields.topicId ?? null,
      contentId,
      fields.scheduledAt ?? null,
      dispatchId,
      total,
      JSON.stringify(leftOut),
      JSON.stringify(leftOutLater),
      fields.sentAt ?? null,
      fields.tracking ? JSON.stringify(fields.tracking) : null,
      ...testColumns(fields.abTest, variants),
    ],
  );
  return { id, accountId, dispatchId: dispatchId ?? '', contentId };
}

function testColumns(
  abTest: CampaignFields['abTest'],
  variants: readonly { key: string; id: string }[],
): unknown[] {
  if (!abTest) return [null, null];
  const { subjects, ...rest } = abTest;
  const stored: AbTest = { ...rest, variants: variants.map(({ key }) => ({ key, gives: ['subject'] })) };
  return [JSON.stringify(stored), variants.map(({ id }) => id)];
}

/** Fields of a recipient of a campaign that a test may set; by default it is pending. */
export interface CampaignRecipientFields {
  contactId?: string;
  state?: string;
  reason?: string | null;
  emailId?: string | null;
  dueAt?: Date;
}

/** Inserts a recipient of a campaign. @returns the id of its contact */
export async function createCampaignRecipient(
  pool: Pool,
  { accountId, dispatchId }: MadeCampaign,
  fields: CampaignRecipientFields = {},
): Promise<string> {
  const { contactId = ids.next(), state = 'pending', reason = null, emailId = null } = fields;
  await pool.query(
    `INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, reason, due_at, email_id)
     VALUES ($1, $2, $3, hashtext($2::uuid::text), $4, $5, $6, $7)`,
    [dispatchId, contactId, accountId, state, reason, fields.dueAt ?? new Date(), emailId],
  );
  return contactId;
}

/** Makes an email of one recipient the mail of a campaign: its recipient there is released. */
export async function makeCampaignMail(
  pool: Pool,
  campaign: MadeCampaign,
  emailId: string,
  contactId: string = ids.next(),
): Promise<void> {
  await createCampaignRecipient(pool, campaign, { contactId, state: 'released', emailId });
  await pool.query(
    `UPDATE emails SET source = 'campaign', campaign_id = $2, dispatch_id = $3, contact_id = $4 WHERE id = $1`,
    [emailId, campaign.id, campaign.dispatchId, contactId],
  );
  await pool.query(`UPDATE email_recipients SET lane = 'campaign' WHERE email_id = $1`, [emailId]);
}

/** Inserts an accepted email of a campaign to a contact, who is released. */
export async function createCampaignEmail(
  pool: Pool,
  campaign: MadeCampaign,
  fields: EmailFields & { contactId?: string } = {},
) {
  const { contactId = ids.next(), ...rest } = fields;
  const email = await createEmail(pool, campaign.accountId, { source: 'campaign', ...rest });
  await makeCampaignMail(pool, campaign, email.id, contactId);
  return { ...email, contactId };
}
