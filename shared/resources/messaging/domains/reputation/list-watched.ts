// The domains and accounts whose reputation operators watch, with the figures of the window: those without a good
// reputation, and those with a capacity because they warm up or recover.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import {
  type AccountReputation,
  findAccountReputations,
} from '../../../foundation/accounts/account-reputation.ts';
import type { Figures } from '../../../foundation/reputation/figures.ts';
import { findUsedCapacities } from '../../../foundation/reputation/find-used.ts';
import type { Reputation } from '../../../foundation/reputation/reputation.ts';
import { isWatched } from '../../../foundation/reputation/watched-reputation.ts';
import { type DomainReputation, findDomainReputations } from './domain-reputation.ts';
import { findEvidence } from './evidence.ts';

/** A domain or an account with its reputation. */
export interface WatchedSubject {
  subject: 'domain' | 'account';
  /** Id of the domain or of the account. */
  id: string;
  accountId: string;
  name: string;
  reputation: Reputation;
  /** The figures of the window, since the last lift; those of an account leave out its paused domains. */
  figures: Figures;
  /** Recipients counted towards today. */
  used: number;
}

const RANKS = ['paused', 'warned', 'recovering', 'good'] as const;

/** Lists watched accounts and domains: the paused ones first, then the warned ones; of each the latest first. */
export async function listWatchedReputations(
  database: Queryable,
  limit: number,
  now: Date,
): Promise<{ rows: WatchedSubject[]; hasMore: boolean }> {
  const accountIds = await findWatched(database, 'accounts', limit + 1);
  const domainIds = await findWatched(database, 'domains', limit + 1);
  const found = [
    ...(await describeAccounts(database, await findAccountReputations(database, accountIds), now)),
    ...(await describeDomains(database, await findDomainReputations(database, domainIds), now)),
  ].sort(byUrgency);
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}

async function findWatched(
  database: Queryable,
  table: 'domains' | 'accounts',
  limit: number,
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE ${isWatched(table)}
     ORDER BY array_position($1::text[], reputation), reputation_changed_at DESC NULLS LAST, id LIMIT $2`,
    [RANKS, limit],
  );
  return rows.map(({ id }) => id);
}

function byUrgency(a: WatchedSubject, b: WatchedSubject): number {
  const rank = ({ reputation }: WatchedSubject) => RANKS.indexOf(reputation.status);
  const since = ({ reputation }: WatchedSubject) => reputation.changedAt?.getTime() ?? 0;
  return rank(a) - rank(b) || since(b) - since(a) || (a.id < b.id ? -1 : 1);
}

/** Adds their figures to accounts. */
export function describeAccounts(
  database: Queryable,
  accounts: readonly AccountReputation[],
  now: Date,
): Promise<WatchedSubject[]> {
  const bare = accounts.map(
    (account) => ({ subject: 'account', id: account.accountId, ...account }) as const,
  );
  return addFigures(database, 'accounts', bare, now);
}

/** Adds their figures to domains. */
export function describeDomains(
  database: Queryable,
  domains: readonly DomainReputation[],
  now: Date,
): Promise<WatchedSubject[]> {
  const bare = domains.map(({ domainId: id, ...domain }) => ({ subject: 'domain', id, ...domain }) as const);
  return addFigures(database, 'domains', bare, now);
}

async function addFigures(
  database: Queryable,
  table: 'domains' | 'accounts',
  subjects: readonly Omit<WatchedSubject, 'figures' | 'used'>[],
  now: Date,
): Promise<WatchedSubject[]> {
  const ids = subjects.map(({ id }) => id);
  const evidence = await findEvidence(database, table, ids, now);
  const charged = subjects.map(({ id: subjectId, accountId }) => ({ accountId, subjectId }));
  const used = await findUsedCapacities(database, charged, utcDayOf(now));
  return subjects.map((subject) => ({
    ...subject,
    figures: evidence.get(subject.id)?.figures ?? { judged: 0, bounced: 0, complained: 0 },
    used: used.get(subject.id) ?? 0,
  }));
}
