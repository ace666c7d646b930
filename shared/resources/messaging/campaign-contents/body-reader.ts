// Reads what emails say: contents that are not stored are rendered again, with the time of the email as `now`. So the
// message, GET and a share link show the same octets.
import type { Database } from '../../../platform/db/connect.ts';
import type { FairTurns } from '../../../platform/sharing/fair-turns.ts';
import type { ReadBody } from '../emails/contents/stored-body.ts';
import { createCampaignContents } from './compiled-contents.ts';
import { CampaignContentGoneError } from './find-content.ts';
import { renderStoredCampaign, withLinkParameters } from './render-campaign.ts';

/**
 * Creates the reader of a process.
 * @param areRequired whether it fails where the contents are gone with a deleted campaign: a report may have kept the mail for
 *   longer, which then says nothing. A worker that sends needs them.
 */
export function createBodyReader(
  database: Database,
  turns: FairTurns,
  { areRequired } = { areRequired: false },
): ReadBody {
  const contents = createCampaignContents(database, turns);
  return async ({ accountId, rendered, createdAt, html, text, poll }) => {
    if (!rendered) return { html, text, poll };
    try {
      const compiled = await contents.get(accountId, rendered.sourceId);
      const body = await turns.run(accountId, () => renderStoredCampaign(compiled, rendered.data, createdAt));
      return { ...(await withLinkParameters(body, compiled)), poll: compiled.poll };
    } catch (error) {
      if (areRequired || !(error instanceof CampaignContentGoneError)) throw error;
      return { html: null, text: null, poll: null };
    }
  };
}
