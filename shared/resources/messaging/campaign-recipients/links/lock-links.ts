// Locks the links of a campaign: a transaction that adds one counts them first, and one that removes them waits for
// that. It is an advisory lock, because the row of the campaign is locked before emails, and links are met after them
// (docs/architecture/guarantees.md#lock-order).
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** Two integers identify an advisory lock: this one, and a hash of the id. */
const LOCK_CLASS = 0x6c696e6b;

/** Holds the links of campaigns until the end of the transaction. */
export async function lockCampaignLinks(client: Transaction, campaignIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'lock-campaign-links',
    text: `SELECT pg_advisory_xact_lock(${LOCK_CLASS}, hashed) FROM (
             SELECT DISTINCT hashtext(id::text) AS hashed FROM unnest($1::uuid[]) AS given (id) ORDER BY hashed) AS held`,
    values: [campaignIds],
  });
}
