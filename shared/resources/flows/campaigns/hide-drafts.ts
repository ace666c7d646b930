// Deletes the drafts of a deleted audience: they could be sent to no contact. Retention removes their rows and
// contents, because an account may have CAMPAIGNS_MAX of them.
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
