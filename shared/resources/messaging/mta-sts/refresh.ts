// Refreshes the stored MTA-STS policy of a domain before it expires: an attacker who blocks our requests to the domain
// for a while must not make its policy end (RFC 8461 §3.3). Rows that mail has not used for 30 days are removed.
import { DAY_MS, SECOND_MS } from '../../../platform/time/durations.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import { askRecord } from './ask-record.ts';
import type { PolicyFetch } from './fetch-policy.ts';
import type { MtaStsDeps } from './mta-sts.ts';
import {
  endOf,
  FAILURE_CACHED_MS,
  type FetchedPolicy,
  findPolicy,
  lifeOf,
  nextRefreshAt,
  removePolicy,
  type StoredPolicy,
  storeFailure,
  storePolicy,
  validPolicyOf,
} from './stored-policy.ts';
import { mtaStsWork } from './work.ts';

const UNUSED_MS = 30 * DAY_MS;

/** The dependencies of a refresh. */
export interface RefreshDeps extends Pick<MtaStsDeps, 'database' | 'dns' | 'clock'> {
  policies: PolicyFetch;
}

/** Looks at the policy of a claimed row, fetches it if that is due, and releases or removes the row. */
export async function refreshPolicy(deps: RefreshDeps, claim: Claim): Promise<void> {
  const { database, clock } = deps;
  const stored = await findPolicy(database, claim.id);
  const unusedSince = new Date(clock.now().getTime() - UNUSED_MS);
  const nextAttemptAt =
    stored && stored.usedAt >= unusedSince ? await look(deps, claim.id, stored) : undefined;
  if (nextAttemptAt === undefined) await removePolicy(database, claim, unusedSince, clock.now());
  await mtaStsWork.table.release(database, [{ ...claim, nextAttemptAt: nextAttemptAt ?? clock.now() }]);
}

/** @returns when it is checked next; undefined: the domain has no policy any more */
async function look(deps: RefreshDeps, domain: string, stored: StoredPolicy): Promise<Date | undefined> {
  const { dns, clock } = deps;
  const { id, unanswered } = await askRecord(dns, domain);
  const now = clock.now();
  const valid = validPolicyOf(stored, now);
  if (valid && isYoung(valid, now) && (id === undefined || id === valid.id)) return nextRefreshAt(valid, now);
  const idToFetch = id ?? valid?.id;
  if (idToFetch !== undefined) return await fetchAgain(deps, domain, stored, idToFetch);
  return unanswered === undefined ? undefined : await fail(deps, domain, stored, unanswered);
}

/** Whether less than half of its life is over. */
function isYoung(valid: FetchedPolicy, now: Date): boolean {
  return lifeOf(valid, now) > (valid.policy.maxAgeS * SECOND_MS) / 2;
}

async function fetchAgain(
  deps: RefreshDeps,
  domain: string,
  stored: StoredPolicy,
  id: string,
): Promise<Date> {
  const { database, clock, policies } = deps;
  const fetchedAt = clock.now();
  const policy = await policies.fetch(domain);
  if (policy === undefined) return clock.now();
  if ('fault' in policy) return await fail(deps, domain, stored, policy.fault);
  const expiresAt = endOf(policy, fetchedAt);
  await storePolicy(database, { domain, id, policy, fetchedAt, expiresAt, usedAt: stored.usedAt });
  return nextRefreshAt({ expiresAt }, clock.now());
}

async function fail(
  { database, clock }: RefreshDeps,
  domain: string,
  { usedAt }: StoredPolicy,
  reason: string,
): Promise<Date> {
  const failedAt = clock.now();
  const failures = await storeFailure(database, { domain, reason, usedAt, failedAt });
  return new Date(failedAt.getTime() + Math.min(FAILURE_CACHED_MS * 2 ** (failures - 1), DAY_MS));
}
