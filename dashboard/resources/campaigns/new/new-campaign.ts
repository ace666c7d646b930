// What the dialog of a new campaign sends. Pure.
import type { CreateCampaignBody } from '../../../api/generated/types.ts';

/** The typed values. */
export interface NewCampaign {
  /** Undefined: the default audience. */
  audienceId: string | undefined;
  /** Undefined: the whole audience. */
  segmentId: string | undefined;
  /** The sender; empty: the default domain's. */
  from: string;
  subject: string;
  /** Undefined: it is written. */
  templateId: string | undefined;
}

/** A campaign has a body from its first moment. */
const BLANK = '<p>Hello {{{contact.first_name|friend}}},</p>\n\n<p></p>\n';

/** The request body. */
export function newCampaignBody(asked: NewCampaign): CreateCampaignBody {
  const { audienceId, segmentId, from, subject, templateId } = asked;
  return {
    subject: subject.trim(),
    ...(from.trim() !== '' && { from: from.trim() }),
    // A segment belongs to one audience.
    ...(segmentId === undefined ? { audience_id: audienceId ?? null } : { segment_id: segmentId }),
    ...(templateId === undefined ? { html: BLANK } : { template: { id: templateId } }),
  };
}
