// Reads what emails say: contents that are not stored are rendered again, with the time of the email as `now`. So the
// message, GET and a share link show the same octets.
import type { Database } from '../../../platform/db/connect.ts';
import type { FairTurns } from '../../../platform/sharing/fair-turns.ts';
import type { ReadBody } from '../emails/contents/stored-body.ts';
import { createCampaignContents } from './compiled-contents.ts';
import { renderStoredCampaign } from './render-campaign.ts';

/** Creates the reader of a process. */
export function createBodyReader(database: Database, turns: FairTurns): ReadBody {
  const contents = createCampaignContents(database, turns);
  return async ({ accountId, rendered, createdAt, html, text }) => {
    if (!rendered) return { html, text };
    const compiled = await contents.get(accountId, rendered.sourceId);
    return await turns.run(accountId, () => renderStoredCampaign(compiled, rendered.data, createdAt));
  };
}
