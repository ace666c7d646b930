// MTA-STS of recipients' domains (RFC 8461): before mail is sent straight to a domain's servers, its policy is looked
// up: in this process, in the database, or at the domain itself. A policy stays in force until it expires, whatever DNS
// and the policy host say: an attacker who can cut these off must not be able to remove it. See
// docs/architecture/mta-sts.md.

import { parseAddressDomain } from '../../../mail/domains/mail-domain.ts';
import type { MtaStsPolicy } from '../../../mail/mta-sts/policy.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Dns } from '../../../platform/net/dns/answer.ts';
import { createValueCache } from '../../../platform/net/dns/value-cache.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { MINUTE_MS } from '../../../platform/time/durations.ts';
import { askRecord } from './ask-record.ts';
import {
  createPolicyFetch,
  type PolicyFetch,
  type PolicyFetchDeps,
  type PolicyFetchOptions,
} from './fetch-policy.ts';
import {
  endOf,
  FAILURE_CACHED_MS,
  type FetchedPolicy,
  findPolicy,
  notePolicyUse,
  type StoredPolicy,
  storeFailure,
  storePolicy,
  validPolicyOf,
} from './stored-policy.ts';

/** The policy for mail to a domain. */
export type MtaStsAnswer =
  /** No policy, or one that says so. */
  | { kind: 'none' }
  | { kind: 'policy'; policy: MtaStsPolicy }
  /** DNS does not answer, or the process stops: the mail must be tried again. */
  | { kind: 'unknown'; reason: string };

/** Finds policies. */
export interface MtaSts {
  /**
   * Finds what holds for mail to a domain; it takes up to a minute while a policy is fetched.
   * @param domain of a recipient's address
   * @throws what the database throws; whatever the domain does is an answer
   */
  find(domain: string): Promise<MtaStsAnswer>;
  /** Ends the requests in progress; their answer is `unknown` where no policy is stored. */
  close(): Promise<void>;
}

/** What MTA-STS needs from its process. */
export interface MtaStsDeps extends PolicyFetchDeps {
  database: Queryable;
  dns: Dns;
  clock: Clock;
}

/** Answers of a process. */
const KEPT_MS = 5 * MINUTE_MS;
const KEPT_MAX = 10_000;
const NONE: MtaStsAnswer = { kind: 'none' };

interface Found {
  answer: MtaStsAnswer;
  /** When the policy expires. */
  expiresAt?: Date;
}

/** Creates what finds the policies of a process. @param options only of tests */
export function createMtaSts(deps: MtaStsDeps, options?: PolicyFetchOptions): MtaSts {
  const { clock } = deps;
  const policies = createPolicyFetch(deps, options);
  const nowMs = () => clock.now().getTime();
  const kept = createValueCache<Found>({ max: KEPT_MAX, maxAgeMs: KEPT_MS, nowMs });
  const asked = new Map<string, Promise<MtaStsAnswer>>();
  const ask = async (domain: string): Promise<MtaStsAnswer> => {
    const found = await findAt(domain, deps, policies);
    if (found.answer.kind !== 'unknown') kept.set(domain, found);
    return found.answer;
  };
  return {
    async find(given) {
      const domain = parseAddressDomain(given);
      if (domain === undefined) return NONE;
      const known = kept.get(domain);
      if (known && (!known.expiresAt || known.expiresAt > clock.now())) return known.answer;
      const asking = asked.get(domain) ?? ask(domain).finally(() => asked.delete(domain));
      asked.set(domain, asking);
      return await asking;
    },
    close: () => policies.close(),
  };
}

async function findAt(domain: string, deps: MtaStsDeps, policies: PolicyFetch): Promise<Found> {
  const { database, dns, clock } = deps;
  const [record, stored] = await Promise.all([askRecord(dns, domain), findPolicy(database, domain)]);
  const now = clock.now();
  const valid = validPolicyOf(stored, now);
  if (stored && valid) await notePolicyUse(database, domain, stored, now);
  else if (record.unanswered !== undefined) return unknown(record.unanswered);
  const { id } = record;
  if (id === undefined || id === valid?.id || hasJustFailed(stored, now)) return found(valid);
  const policy = await policies.fetch(domain);
  if (policy === undefined) return valid ? found(valid) : unknown('The process stops.');
  if ('fault' in policy) {
    await storeFailure(database, { domain, reason: policy.fault, usedAt: now, failedAt: clock.now() });
    return found(validPolicyOf(stored, clock.now()));
  }
  const fetched = { policy, id, fetchedAt: now, expiresAt: endOf(policy, now) };
  await storePolicy(database, { ...fetched, domain, usedAt: now });
  return found(validPolicyOf({ fetched }, clock.now()));
}

/** Whether any process has failed to fetch the policy so recently that it is not fetched again. */
function hasJustFailed(stored: StoredPolicy | undefined, now: Date): boolean {
  const failedAt = stored?.failedAt;
  return failedAt ? now.getTime() - failedAt.getTime() < FAILURE_CACHED_MS : false;
}

function found(valid: FetchedPolicy | undefined): Found {
  if (!valid || valid.policy.mode === 'none') return { answer: NONE };
  return { answer: { kind: 'policy', policy: valid.policy }, expiresAt: valid.expiresAt };
}

function unknown(reason: string): Found {
  return { answer: { kind: 'unknown', reason } };
}
