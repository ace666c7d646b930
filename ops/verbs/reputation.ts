// Verbs for the reputation of domains and accounts: list those to watch, lift a pause, pause and resume a domain. Changes of
// a domain are announced to webhooks.
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import { liftAccountPause } from '../../shared/resources/foundation/accounts/lift-account-pause.ts';
import { ratesOf } from '../../shared/resources/foundation/reputation/rates.ts';
import { capacityOf } from '../../shared/resources/foundation/reputation/reputation.ts';
import { warmUpOf } from '../../shared/resources/foundation/reputation/warm-up.ts';
import type { Domain } from '../../shared/resources/messaging/domains/domain.ts';
import { mailHostOf } from '../../shared/resources/messaging/domains/records/dns-records.ts';
import {
  liftDomainPause,
  pauseDomain,
  resumeDomain,
} from '../../shared/resources/messaging/domains/reputation/change.ts';
import type { DomainReputation } from '../../shared/resources/messaging/domains/reputation/domain-reputation.ts';
import {
  describeAccounts,
  describeDomains,
  listWatchedReputations,
  type WatchedSubject,
} from '../../shared/resources/messaging/domains/reputation/list-watched.ts';
import { requireNamedDomain } from '../../shared/resources/messaging/domains/vouching/find-named.ts';
import { noWakeUps } from '../no-wake-ups.ts';
import { readCount, readDomain, readText } from '../read-words.ts';
import type { OpsDeps, Verb, VerbOption } from '../verb.ts';

const LIMIT = 100;
const LIMIT_MAX = 1_000;
const ACCOUNT: VerbOption = { value: 'account', summary: 'its account, if several accounts have the domain' };

export const listReputationVerb: Verb = {
  summary:
    'Lists domains and accounts that are paused, warned, recovering or warming up, with their numbers.',
  parameters: [],
  options: {
    limit: { value: 'count', summary: `maximum number of entries, up to ${LIMIT_MAX}; default: ${LIMIT}` },
  },
  audit: 'none',
  async run({ limit = String(LIMIT) }, { database, clock }) {
    const most = readCount(limit, 'limit', LIMIT_MAX);
    const now = clock.now();
    const { rows, hasMore } = await listWatchedReputations(database, most, now);
    return { object: 'list', has_more: hasMore, data: rows.map((row) => toReputation(row, now)) };
  },
};

export const liftReputationVerb: Verb = {
  summary:
    'Lifts the pause of a domain or an account. It sends again, with a daily capacity that grows every day.',
  parameters: ['domain|account'],
  options: { account: ACCOUNT },
  audit: 'afterwards',
  async run(words, deps) {
    const { database, clock } = deps;
    const { 'domain|account': subject = '', account } = words;
    if (!isUuidV7(subject)) return await changeDomain(deps, { domain: subject, account }, liftDomainPause);
    const { id } = await requireAccount(database, subject);
    const now = clock.now();
    const described = await describeAccounts(database, [await liftAccountPause(database, id, now)], now);
    return toOnly(described, now);
  },
};

export const pauseDomainVerb: Verb = {
  summary: 'Pauses a domain, whatever its reputation. New mail is refused with 403; accepted mail waits.',
  parameters: ['domain'],
  options: {
    reason: {
      value: 'text',
      summary: 'the reason, for other operators; clients do not see it',
      isRequired: true,
    },
    account: ACCOUNT,
  },
  audit: 'afterwards',
  async run({ domain = '', account, reason = '' }, deps) {
    const text = readText(reason, 'reason');
    return await changeDomain(deps, { domain, account }, (given, key, now) =>
      pauseDomain(given, key, text, now),
    );
  },
};

export const resumeDomainVerb: Verb = {
  summary: 'Ends the pause of a domain by an operator. Its reputation is evaluated again.',
  parameters: ['domain'],
  options: { account: ACCOUNT },
  audit: 'afterwards',
  run: ({ domain = '', account }, deps) => changeDomain(deps, { domain, account }, resumeDomain),
};

type Change = (
  deps: Parameters<typeof liftDomainPause>[0],
  domain: Pick<Domain, 'accountId' | 'id'>,
  now: Date,
) => Promise<DomainReputation>;

async function changeDomain(
  { database, clock, service }: OpsDeps,
  { domain, account }: { domain: string; account: string | undefined },
  change: Change,
): Promise<object> {
  const name = readDomain(domain);
  const owner = account === undefined ? undefined : (await requireAccount(database, account)).id;
  const named = await requireNamedDomain(database, name, owner);
  const now = clock.now();
  const deps = { database, queues: noWakeUps, mailHost: mailHostOf(service) };
  const described = await describeDomains(database, [await change(deps, named, now)], now);
  return toOnly(described, now);
}

function toOnly([described]: readonly WatchedSubject[], now: Date): object {
  if (!described) throw new Error('What was changed has a reputation.');
  return toReputation(described, now);
}

function toReputation(
  { subject, id, accountId, name, reputation, figures, used }: WatchedSubject,
  now: Date,
) {
  const { bounceRate, complaintRate } = ratesOf(figures);
  const warmUp = warmUpOf(reputation, used, now);
  return {
    object: `${subject}_reputation`,
    id,
    account_id: accountId,
    name,
    status: reputation.status,
    since: reputation.changedAt,
    cause: reputation.cause,
    lifted_at: reputation.liftedAt,
    ...figures,
    bounce_rate: bounceRate,
    complaint_rate: complaintRate,
    capacity: capacityOf(reputation),
    used,
    recovery_base: reputation.recoveryBase,
    warm_up: warmUp && { day: warmUp.day, capacity: warmUp.capacity, ends_on: warmUp.endsOn },
  };
}
