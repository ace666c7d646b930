// Deletes the drafts of an audience that is deleted: they could be sent to none. Their rows and what they say go with the
// retention, because an account may have CAMPAIGNS_MAX of them.
import type { AudienceListener } from '../../audience/audiences/audience-listener.ts';

/** No draft begins to be sent before the commit, because the caller has locked the account. */
export const hideDraftsOfAudience: AudienceListener = async (client, { id, accountId }, now) => {
  await client.query({
    name: 'hide-drafts-of-audience',
    text: `UPDATE campaigns SET deleted_at = $3, updated_at = $3
           WHERE id = ANY(ARRAY(
             SELECT id FROM campaigns
             WHERE account_id = $2 AND audience_id = $1 AND status = 'draft' AND deleted_at IS NULL
             ORDER BY id FOR NO KEY UPDATE))`,
    values: [id, accountId, now],
  });
};
