// What names the mail of a campaign: the campaign, one start of it, and the contact. Dispatch and contact are the key of the
// recipient's row (campaign_recipients).

/** The mail of a campaign to one contact. */
export interface CampaignMail {
  campaignId: string;
  /** A UUID v7, whose time is when the audience was taken. */
  dispatchId: string;
  contactId: string;
  /** The link that a person's click counts for (links/identify-links.ts); absent: none. Not stored with the email. */
  link?: string | undefined;
}

/** The CampaignMail of a row of emails, as SQL; null: no campaign sends it, or its recipient is forgotten (erase.ts). */
export const CAMPAIGN_MAIL = `CASE WHEN emails.dispatch_id IS NOT NULL AND emails.contact_id IS NOT NULL THEN jsonb_build_object(
  'campaignId', emails.campaign_id, 'dispatchId', emails.dispatch_id, 'contactId', emails.contact_id) END`;
