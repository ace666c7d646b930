// The rows of hits as a worker reads and ends them. A hit that a person has made stays claimed until automations have
// received it; a scanner's stays for a minute and until no hit of its recipient from that time is left to judge, as
// evidence about what the same client does next.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import type { HitDetails } from '../../emails/events/event-data.ts';
import type { HitMachine } from '../hits/hit.ts';
import { CLASSIFIED_AFTER_MS } from '../hits/insert.ts';
import { type KnownHit, SCANNER_MS } from './classify-hits.ts';

/** The decision about a hit. */
export type HitVerdict = HitMachine | 'person';

/** A hit that a worker has claimed. */
export interface ClaimedHit extends Claim, KnownHit {
  accountId: string;
  emailId: string;
  recipientId: string;
  /** A person has voted (../hits/insert-vote.ts). */
  isVote: boolean;
  /** Null: not judged yet. */
  verdict: HitVerdict | null;
}

/** A judged hit as its events show it. @param keepsClients whether they keep the address and the User-Agent */
export function detailsOf(
  { at, ipAddress, userAgent }: ClaimedHit,
  verdict: HitVerdict,
  keepsClients: boolean,
): HitDetails {
  const client = keepsClients ? { ipAddress, userAgent } : { ipAddress: '', userAgent: '' };
  return { at, machine: verdict === 'person' ? null : verdict, ...client };
}

const COLUMNS = `id, claim_token AS token, account_id AS "accountId", email_id AS "emailId", recipient_id AS "recipientId",
  link, hit_at AS at, ip_address AS "ipAddress", user_agent AS "userAgent", is_prefetch AS "isPrefetch", is_vote AS "isVote", verdict`;

/** Reads the hits of claims that still hold. */
export async function findClaimedHits(database: Queryable, claims: readonly Claim[]): Promise<ClaimedHit[]> {
  const { rows } = await database.query<ClaimedHit>({
    name: 'find-claimed-hits',
    text: `SELECT ${COLUMNS} FROM tracking_hits WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[])`,
    values: keysOf(claims),
  });
  return rows;
}

/** Locks hits that are not judged yet. @returns the ids of those whose claim still holds */
export async function lockHits(client: Transaction, hits: readonly Claim[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock-hits',
    text: `SELECT id FROM tracking_hits
           WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[]) AND verdict IS NULL ORDER BY id FOR NO KEY UPDATE`,
    values: keysOf(hits),
  });
  return new Set(rows.map(({ id }) => id));
}

/** Neighbours of a hit that are read: a pixel may be loaded without end. */
const KNOWN_MAX = 1_000;

const FIND_KNOWN = `
  SELECT known.* FROM unnest($1::uuid[]) AS recipient (id)
  CROSS JOIN LATERAL (
    SELECT ${COLUMNS} FROM tracking_hits WHERE recipient_id = recipient.id LIMIT ${KNOWN_MAX}) AS known`;

/** Reads the known hits of recipients, whatever their claims. */
export async function findKnownHits(
  client: Transaction,
  recipientIds: readonly string[],
): Promise<ClaimedHit[]> {
  const { rows } = await client.query<ClaimedHit>({
    name: 'find-known-hits',
    text: FIND_KNOWN,
    values: [recipientIds],
  });
  return rows;
}

/** A hit at the end of the minute is judged a while later. */
const EVIDENCE_MS = SCANNER_MS + 2 * CLASSIFIED_AFTER_MS;

const KEEP = `
  UPDATE tracking_hits AS hit SET
    verdict = judged.verdict,
    next_attempt_at = CASE judged.verdict WHEN 'person' THEN next_attempt_at ELSE $3::timestamptz END,
    claimed_by = CASE judged.verdict WHEN 'person' THEN claimed_by END,
    claim_token = CASE judged.verdict WHEN 'person' THEN claim_token END,
    woken_at = CASE judged.verdict WHEN 'person' THEN woken_at END
  FROM unnest($1::uuid[], $2::text[]) AS judged (id, verdict)
  WHERE hit.id = judged.id AND hit.id = ANY($1::uuid[])`;

/**
 * Ends judged hits of this transaction, which has locked them.
 * @param uncounted the ids of others, whichever worker has claimed them, whose emails it has locked: they are removed too
 */
export async function settleHits(
  client: Transaction,
  verdicts: ReadonlyMap<string, HitVerdict>,
  uncounted: readonly string[],
  now: Date,
): Promise<void> {
  const all = [...verdicts];
  const isKept = ([, verdict]: [string, HitVerdict]) => verdict === 'person' || verdict === 'scanner';
  const kept = all.filter(isKept);
  const over = [...all.filter((each) => !isKept(each)).map(([id]) => id), ...uncounted];
  if (kept.length > 0)
    await client.query({
      name: 'keep-classified-hits',
      text: KEEP,
      values: [
        kept.map(([id]) => id),
        kept.map(([, verdict]) => verdict),
        new Date(now.getTime() + EVIDENCE_MS),
      ],
    });
  if (over.length > 0)
    await client.query({
      name: 'remove-classified-hits',
      // Another worker may have judged one whose claim was lost.
      text: 'DELETE FROM tracking_hits WHERE id = ANY($1::uuid[]) AND verdict IS NULL',
      values: [over],
    });
}

/** Removes claimed hits. @returns the ids of those with a valid claim */
export async function removeClaimedHits(client: Queryable, hits: readonly Claim[]): Promise<Set<string>> {
  if (hits.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>({
    name: 'remove-claimed-hits',
    text: `DELETE FROM tracking_hits WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[]) RETURNING id`,
    values: keysOf(hits),
  });
  return new Set(rows.map(({ id }) => id));
}

/** Later hits are not judged by it, or a pixel that is loaded without end would keep all that it has left. */
const END_EVIDENCE = `
  WITH held AS MATERIALIZED (
    SELECT id, EXISTS (SELECT FROM tracking_hits AS waiting
                       WHERE waiting.recipient_id = hit.recipient_id AND waiting.verdict IS NULL
                         AND waiting.hit_at <= hit.hit_at + interval '${SCANNER_MS} ms') AS is_needed
    FROM tracking_hits AS hit WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[])
  ), kept AS (
    UPDATE tracking_hits SET next_attempt_at = $3, claimed_by = NULL, claim_token = NULL, woken_at = NULL
    WHERE id = ANY(ARRAY(SELECT id FROM held WHERE is_needed)) AND claim_token = ANY($2::uuid[])
  )
  DELETE FROM tracking_hits
  WHERE id = ANY(ARRAY(SELECT id FROM held WHERE NOT is_needed)) AND claim_token = ANY($2::uuid[])`;

/** Removes the hits of scanners whose time is over; where hits that they may explain are left to judge, a while later. */
export async function endEvidence(database: Queryable, hits: readonly Claim[], now: Date): Promise<void> {
  if (hits.length === 0) return;
  const later = new Date(now.getTime() + EVIDENCE_MS);
  await database.query({
    name: 'end-evidence-of-hits',
    text: END_EVIDENCE,
    values: [...keysOf(hits), later],
  });
}

const keysOf = (claims: readonly Claim[]) => [claims.map(({ id }) => id), claims.map(({ token }) => token)];
