// The flow that sends an email: the run of an automation, or a campaign, for one contact.
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import { CAMPAIGN_MAIL, type CampaignMail } from '../../campaign-recipients/campaign-mail.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /** The automation that sends the email, with the source `automation`; null: none. */
    automationId: string | null;
    /** Its run and contact. Absent: no run sends it. */
    run?: { id: string; contactId: string } | undefined;
    /** The campaign that sends it, with the source `campaign`. Absent: none. */
    campaign?: CampaignMail | undefined;
  }
}

declare module '../delivery/loaded-email.ts' {
  interface LoadedEmail {
    /** The campaign that sends it; null: none. */
    campaign: CampaignMail | null;
  }
}

export const flow: MailPart = {
  name: 'flow',
  isIn: ({ automationId, campaign }) => automationId !== null || campaign !== undefined,
  columns: {
    emails: {
      automation_id: column('uuid', ({ email }) => email.automationId),
      run_id: column('uuid', ({ email }) => email.run?.id),
      contact_id: column('uuid', ({ email: { run, campaign } }) => run?.contactId ?? campaign?.contactId),
      campaign_id: column('uuid', ({ email }) => email.campaign?.campaignId),
      dispatch_id: column('uuid', ({ email }) => email.campaign?.dispatchId),
    },
  },
  loads: { campaign: CAMPAIGN_MAIL },
};
