// The rows of MTA-STS policies: all processes share what one has fetched, also that a fetch has failed.
import type { MtaStsPolicy } from '../../../mail/mta-sts/policy.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/durations.ts';
import type { Claim } from '../../../platform/work/work-table.ts';

/** The row of a domain. */
export interface StoredPolicy {
  /** Undefined: none was ever fetched. */
  fetched: FetchedPolicy | undefined;
  usedAt: Date;
  /** When the latest fetch failed; null: the latest one succeeded. */
  failedAt: Date | null;
}

/** A policy and its life. */
export interface FetchedPolicy {
  policy: MtaStsPolicy;
  /** The id of the TXT record that led to it. */
  id: string;
  fetchedAt: Date;
  expiresAt: Date;
}

/** A policy that was fetched, to store. */
export interface NewPolicy extends FetchedPolicy {
  domain: string;
  /** When mail was last sent to the domain. */
  usedAt: Date;
}

/** How long after a failed fetch the policy is fetched again; the worker doubles it, up to a day. */
export const FAILURE_CACHED_MS = 5 * MINUTE_MS;
/** A policy that lives for less is not refreshed ahead: its domain would be asked again and again without mail. */
const REFRESHED_LIFE_MIN_MS = HOUR_MS;

/** The life that a policy has left, in milliseconds; not above 0: it has expired. */
export function lifeOf({ expiresAt }: Pick<FetchedPolicy, 'expiresAt'>, now: Date): number {
  return expiresAt.getTime() - now.getTime();
}

/** The policy of a row, unless it has expired. */
export function validPolicyOf(
  stored: Pick<StoredPolicy, 'fetched'> | undefined,
  now: Date,
): FetchedPolicy | undefined {
  return stored?.fetched && lifeOf(stored.fetched, now) > 0 ? stored.fetched : undefined;
}

/** When a policy expires. */
export function endOf({ maxAgeS }: MtaStsPolicy, fetchedAt: Date): Date {
  return new Date(fetchedAt.getTime() + maxAgeS * SECOND_MS);
}

/** Decides when a policy is checked next: at a random time in the last half of a day, or of its life if that is less. */
export function nextRefreshAt(life: Pick<FetchedPolicy, 'expiresAt'>, now: Date): Date {
  const lifeMs = lifeOf(life, now);
  const withinMs = lifeMs < REFRESHED_LIFE_MIN_MS ? DAY_MS : Math.min(lifeMs, DAY_MS);
  return new Date(now.getTime() + withinMs * (1 - Math.random() / 2));
}

/** Without an id, all columns of the policy are null. */
type Row = Omit<StoredPolicy, 'fetched'> &
  MtaStsPolicy &
  Omit<FetchedPolicy, 'id' | 'policy'> & { id: string | null };

/** @returns undefined: nothing is known of the domain */
export async function findPolicy(database: Queryable, domain: string): Promise<StoredPolicy | undefined> {
  const { rows } = await database.query<Row>({
    name: 'find-mta-sts-policy',
    text: `SELECT used_at AS "usedAt", failed_at AS "failedAt", policy_id AS id, mode, mx, max_age AS "maxAgeS",
             fetched_at AS "fetchedAt", expires_at AS "expiresAt" FROM mta_sts_policies WHERE domain = $1`,
    values: [domain],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { usedAt, failedAt, id, fetchedAt, expiresAt, ...policy } = row;
  return { usedAt, failedAt, fetched: id === null ? undefined : { id, fetchedAt, expiresAt, policy } };
}

/** Stores a fetched policy, unless a later one exists; the rows of a worker are due at their release. */
export async function storePolicy(
  database: Queryable,
  { domain, id, policy, fetchedAt, expiresAt, usedAt }: NewPolicy,
): Promise<void> {
  const { mode, mx, maxAgeS } = policy;
  await database.query({
    name: 'store-mta-sts-policy',
    text: `INSERT INTO mta_sts_policies AS stored
             (domain, policy_id, mode, mx, max_age, fetched_at, expires_at, used_at, next_attempt_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           ON CONFLICT (domain) DO UPDATE SET policy_id = $2, mode = $3, mx = $4, max_age = $5, fetched_at = $6,
             expires_at = $7, used_at = greatest(stored.used_at, $8), next_attempt_at = $9,
             failures = 0, failed_at = NULL, last_error = NULL
           WHERE stored.fetched_at IS NULL OR stored.fetched_at <= $6`,
    values: [
      domain,
      id,
      mode,
      mx,
      maxAgeS,
      fetchedAt,
      expiresAt,
      usedAt,
      nextRefreshAt({ expiresAt }, fetchedAt),
    ],
  });
}

/**
 * Stores that a fetch has failed; an existing policy stays.
 * @returns how many have failed since the last success
 */
export async function storeFailure(
  database: Queryable,
  { domain, reason, usedAt, failedAt }: { domain: string; reason: string; usedAt: Date; failedAt: Date },
): Promise<number> {
  const { rows } = await database.query<{ failures: number }>({
    name: 'store-mta-sts-failure',
    text: `INSERT INTO mta_sts_policies AS stored (domain, used_at, failures, failed_at, last_error, next_attempt_at)
           VALUES ($1, $2, 1, $3, $4, $5)
           ON CONFLICT (domain) DO UPDATE SET used_at = greatest(stored.used_at, $2),
             failures = stored.failures + 1, failed_at = $3, last_error = $4
           RETURNING failures`,
    values: [domain, usedAt, failedAt, reason, new Date(failedAt.getTime() + FAILURE_CACHED_MS)],
  });
  return rows[0]?.failures ?? 1;
}

/** Notes that mail is sent to the domain, if that was not noted within a day. */
export async function notePolicyUse(
  database: Queryable,
  domain: string,
  { usedAt }: Pick<StoredPolicy, 'usedAt'>,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  if (usedAt > since) return;
  await database.query({
    name: 'note-mta-sts-use',
    text: 'UPDATE mta_sts_policies SET used_at = $2 WHERE domain = $1 AND used_at <= $3',
    values: [domain, now, since],
  });
}

/** Removes the claimed row of a domain that was last used before a time, or that has no policy which is still valid. */
export async function removePolicy(
  database: Queryable,
  { id, token }: Claim,
  unusedSince: Date,
  now: Date,
): Promise<void> {
  await database.query({
    name: 'remove-mta-sts-policy',
    text: `DELETE FROM mta_sts_policies WHERE domain = $1 AND claim_token = $2
             AND (used_at < $3 OR expires_at IS NULL OR expires_at <= $4)`,
    values: [id, token, unusedSince, now],
  });
}
