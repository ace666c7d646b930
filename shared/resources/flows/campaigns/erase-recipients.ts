// Removes the contacts of an erased person from the campaigns of an account, some campaigns at a time. The key of a
// recipient is its dispatch and its contact, so all dispatches of the account are searched for the contacts.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import type { PhaseContext, Progress } from '../../foundation/erasing/phase.ts';
import { findRecipientsToForget, forgetRecipients } from '../../messaging/campaign-recipients/erase.ts';
import { forgetLinks } from '../../messaging/campaign-recipients/links/forget-links.ts';
import { renameContactsOfEmails } from '../../messaging/emails/erasing/rename-contacts.ts';
import { eraseVotes } from '../../messaging/polls/erase.ts';

/** The contacts of a person, and the campaigns that are read. */
export interface ErasedContacts {
  accountId: string;
  contactIds: readonly string[];
  /** The campaign after which it continues. */
  after: string;
  campaigns: number;
}

/**
 * Hidden campaigns too. The list of one account makes Postgres use the account's own index (shared/platform/db/page.ts), and
 * `OFFSET 0` makes each a look-up by key.
 */
const FIND = `
  SELECT page.id, page.dispatch_id AS "dispatchId", found.is_pending AS "isPending"
  FROM (SELECT id, dispatch_id FROM campaigns
        WHERE account_id = ANY($1::uuid[]) AND id > $2 ORDER BY account_id, id LIMIT $4) AS page
  LEFT JOIN LATERAL (
    SELECT bool_or(state = 'pending') AS is_pending FROM unnest($3::uuid[]) AS contact (id) CROSS JOIN LATERAL (
      SELECT state FROM campaign_recipients
      WHERE dispatch_id = page.dispatch_id AND contact_id = contact.id OFFSET 0) AS recipient) AS found ON true
  ORDER BY page.id`;

/** Locks only campaigns with a recipient that may be released now. */
const LOCK = 'SELECT FROM campaigns WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE';

const COUNT = `
  UPDATE campaigns
  SET left_out_later = left_out_later
        || jsonb_build_object('deleted', coalesce((left_out_later ->> 'deleted')::integer, 0) + counted.count)
  FROM (SELECT dispatch_id, count(*)::integer AS count FROM unnest($1::uuid[]) AS dispatch_id GROUP BY dispatch_id) AS counted
  WHERE campaigns.dispatch_id = counted.dispatch_id AND campaigns.dispatch_id = ANY($1::uuid[])`;

interface FoundCampaign {
  id: string;
  dispatchId: string | null;
  /** Null: none of the contacts is in it. */
  isPending: boolean | null;
}

/**
 * Erases the contacts from the next campaigns. It locks campaigns, emails and recipients
 * (docs/architecture/guarantees.md#lock-order): with the campaign it has all of its pending recipients.
 * @returns the last campaign that was read; undefined: none is left
 */
export async function eraseFromCampaigns(
  client: Transaction,
  { accountId, contactIds, after, campaigns }: ErasedContacts,
): Promise<string | undefined> {
  const { rows } = await client.query<FoundCampaign>({
    name: 'find-campaigns-of-contacts',
    text: FIND,
    values: [[accountId], after, contactIds, campaigns],
  });
  const concerned = rows.filter(({ isPending }) => isPending !== null);
  if (concerned.length > 0) await eraseFrom(client, accountId, { concerned, contactIds });
  return rows.at(-1)?.id;
}

async function eraseFrom(
  client: Transaction,
  accountId: string,
  { concerned, contactIds }: { concerned: readonly FoundCampaign[]; contactIds: readonly string[] },
): Promise<void> {
  const pending = concerned.filter(({ isPending }) => isPending).map(({ id }) => id);
  await client.query({ name: 'lock-campaigns-of-erased', text: LOCK, values: [pending] });
  const dispatchIds = concerned.flatMap(({ dispatchId }) => dispatchId ?? []);
  const found = await findRecipientsToForget(client, { dispatchIds, contactIds });
  await client.query({
    name: 'count-erased-of-campaigns',
    text: COUNT,
    values: [found.filter(({ isPending }) => isPending).map(({ dispatchId }) => dispatchId)],
  });
  const renamed = found.flatMap(({ emailId, newId }) => (emailId === null ? [] : [{ emailId, newId }]));
  await renameContactsOfEmails(client, accountId, renamed);
  await forgetLinks(client, { campaigns: concerned, contactIds });
  await forgetRecipients(client, found);
}

/** Look-ups of a recipient by its key in one step: some tenths of a second. */
const STEP_LOOKUPS = 20_000;
const CAMPAIGNS_MAX_STEP = 500;

/**
 * The phase of an erasure that takes the deleted contacts out of the next campaigns, and the address out of votes. It comes before
 * the emails: those of campaigns that are on their way have new ids of their recipients by then.
 */
export async function eraseFromCampaignsOfAccount({ client, erasure }: PhaseContext): Promise<Progress> {
  const { accountId, contactIds, emailKey, position } = erasure;
  const [after = NIL_UUID] = position;
  const campaigns = Math.min(CAMPAIGNS_MAX_STEP, Math.ceil(STEP_LOOKUPS / Math.max(1, contactIds.length)));
  const last = await eraseFromCampaigns(client, { accountId, contactIds, after, campaigns });
  if (last !== undefined) return { position: [last] };
  await eraseVotes(client, accountId, emailKey);
  return { isOver: true };
}
