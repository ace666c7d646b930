// Contents of emails that are not stored: who reads them renders them again, with the time of the email as `now`. So the
// message, GET and a share link show the same octets.
import type { Database } from '../../../platform/db/connect.ts';
import type { FairTurns } from '../../../platform/sharing/fair-turns.ts';
import { type CampaignContents, createCampaignContents } from './compiled-contents.ts';
import { renderStoredCampaign, type ShownValues } from './render-campaign.ts';

/** What the contents of an email are rendered from. */
export interface RenderedFrom {
  /** A row of `campaign_contents`. */
  sourceId: string;
  data: ShownValues;
}

/** Html and text of an email. */
export interface EmailBody {
  html: string | null;
  text: string | null;
}

/** An email whose contents may be rendered. */
export interface StoredBody extends EmailBody {
  accountId: string;
  /** null: html and text are what it says. */
  rendered: RenderedFrom | null;
  createdAt: Date;
}

/** Answers what an email says. */
export type ReadBody = (stored: StoredBody) => Promise<EmailBody>;

/** Creates the reader of a process. */
export function createBodyReader(database: Database, turns: FairTurns): ReadBody {
  const contents: CampaignContents = createCampaignContents(database, turns);
  return async ({ accountId, rendered, createdAt, html, text }) => {
    if (!rendered) return { html, text };
    const compiled = await contents.get(accountId, rendered.sourceId);
    return await turns.run(accountId, () => renderStoredCampaign(compiled, rendered.data, createdAt));
  };
}

/** SQL of a RenderedFrom. @param contents the name of `email_contents` in the statement */
export function renderedFrom(contents: string): string {
  return `CASE WHEN ${contents}.source_id IS NOT NULL
    THEN jsonb_build_object('sourceId', ${contents}.source_id, 'data', coalesce(${contents}.data, '{}')) END AS rendered`;
}
