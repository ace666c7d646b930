// What a release changes besides the mail: the recipients and the campaign, as a companion of the mail, so all of it is
// stored or none of it. A worker that has lost its claim, also to a pause or a cancel, releases nothing.
import { DomainError } from '../../../../../contract/domain-error.ts';
import type { RefusedItem } from '../../../../../contract/refused-items.ts';
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import type { Claim } from '../../../../../platform/work/work-table.ts';
import {
  type LeftOutReason,
  type ReleasedRecipient,
  recipientKeyOf,
  releaseRecipients,
} from '../../../../messaging/campaign-recipients/release.ts';
import type { ReleaseCursor } from '../../../../messaging/campaign-recipients/release-order.ts';
import type { CompanionKind } from '../../../../messaging/emails/accept/companion.ts';
import { addReasons } from '../select-next.ts';
import { leftOutReasonOf } from './resolve-refusal.ts';

/** A part of a release. */
export interface ReleasePart {
  claim: Claim;
  dispatchId: string;
  /** The contact, the variant and the id of each email, in the order of the submission. */
  mails: readonly { contactId: string; variant: number | null; emailId: string }[];
  /** Contacts that get no email. */
  leftOut: readonly { contactId: string; variant: number | null; reason: LeftOutReason }[];
  /** All that was due before it is released. */
  cursor: ReleaseCursor;
  /** When its last mail was due; null: the campaign has no pace. */
  pacedAt: Date | null;
  now: Date;
}

/** The companion of the mails of a release. Contacts of refused emails are left out. */
export const RELEASE_PARTS: CompanionKind<ReleasePart> = {
  write: (client, moves, refused) => writeReleases(client, moves, refused),
};

const MOVE_CAMPAIGNS = `
  WITH locked AS (
    SELECT campaigns.id, moved.* FROM unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::timestamptz[], $5::integer[], $7::timestamptz[])
      AS moved (campaign_id, token, left_out, cursor_at, cursor_key, paced_at)
    JOIN campaigns ON campaigns.id = moved.campaign_id AND campaigns.id = ANY($1::uuid[])
      AND claim_token = moved.token AND status IN ('testing', 'sending') AND deleted_at IS NULL
    ORDER BY campaigns.id FOR NO KEY UPDATE OF campaigns
  )
  UPDATE campaigns
  SET left_out_later = (
        SELECT coalesce(jsonb_object_agg(reason, count), '{}') FROM (
          SELECT key AS reason, sum(value::integer) AS count
          FROM (SELECT * FROM jsonb_each_text(left_out_later) UNION ALL SELECT * FROM jsonb_each_text(locked.left_out)) AS counts
          GROUP BY key) AS summed),
      cursor_at = locked.cursor_at, cursor_key = locked.cursor_key,
      paced_at = coalesce(locked.paced_at, campaigns.paced_at),
      -- It is due after those that have not had a turn; this is not a try (walk.ts).
      next_attempt_at = $6, attempts = 1, last_error = NULL
  FROM locked WHERE campaigns.id = locked.id AND campaigns.id = ANY($1::uuid[])
  RETURNING campaigns.id`;

/** Writes releases. All statements are issued before the first `await`. @returns whether each was written */
export async function writeReleases(
  client: Transaction,
  moves: readonly ReleasePart[],
  refused: readonly (readonly RefusedItem[])[],
): Promise<(boolean | DomainError)[]> {
  const recipients = moves.map((move, place) => recipientsOf(move, refused[place] ?? []));
  const written = recipients.map((each) => (each instanceof DomainError ? [] : each));
  const campaigns = byCampaign(moves, written);
  const [moved, released] = await Promise.all([
    client.query<{ id: string }>({
      name: 'move-campaigns',
      text: MOVE_CAMPAIGNS,
      values: [
        campaigns.map(({ claim }) => claim.id),
        campaigns.map(({ claim }) => claim.token),
        campaigns.map(({ leftOut }) => JSON.stringify(leftOut)),
        campaigns.map(({ cursor }) => cursor.dueAt),
        campaigns.map(({ cursor }) => cursor.sortKey),
        moves[0]?.now,
        campaigns.map(({ pacedAt }) => pacedAt),
      ],
    }),
    releaseRecipients(client, written.flat()),
  ]);
  const held = new Set(moved.rows.map(({ id }) => id));
  return moves.map(({ claim }, place) => {
    const own = recipients[place];
    if (own instanceof DomainError) return own;
    return held.has(claim.id) && own?.every((each) => released.has(recipientKeyOf(each))) === true;
  });
}

/** @returns the refusal of an email for a reason that is not its person's: nothing is written then */
function recipientsOf(
  { dispatchId, mails, leftOut }: ReleasePart,
  refused: readonly RefusedItem[],
): ReleasedRecipient[] | DomainError {
  const refusalOf = new Map(refused.map(({ index, error }) => [index, error]));
  const recipients: ReleasedRecipient[] = leftOut.map(({ contactId, variant, reason }) => ({
    dispatchId,
    contactId,
    variant,
    emailId: null,
    reason,
  }));
  for (const [index, { contactId, variant, emailId }] of mails.entries()) {
    const refusal = refusalOf.get(index);
    const reason = refusal && leftOutReasonOf(refusal);
    if (refusal && !reason) return refusal;
    recipients.push(
      reason
        ? { dispatchId, contactId, variant, emailId: null, reason }
        : { dispatchId, contactId, variant, emailId, reason: null },
    );
  }
  return recipients;
}

interface CampaignAfterTransition {
  claim: Claim;
  cursor: ReleaseCursor;
  pacedAt: Date | null;
  leftOut: Record<string, number>;
}

/** Parts of one campaign may be stored together. */
function byCampaign(
  moves: readonly ReleasePart[],
  recipients: readonly (readonly ReleasedRecipient[])[],
): CampaignAfterTransition[] {
  const campaigns = new Map<string, CampaignAfterTransition>();
  for (const [place, { claim, cursor, pacedAt }] of moves.entries()) {
    const key = `${claim.id} ${claim.token}`;
    const campaign = campaigns.get(key) ?? { claim, cursor, pacedAt, leftOut: {} };
    for (const { reason } of recipients[place] ?? [])
      if (reason !== null) campaign.leftOut = addReasons(campaign.leftOut, { [reason]: 1 });
    campaigns.set(key, campaign);
  }
  return [...campaigns.values()];
}
