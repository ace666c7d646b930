// Judges the reputations of domains and then of their accounts. It is safe at any time and from any number of processes:
// a reputation that was changed in the meantime is left to the next look.
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import {
  findAccountReputations,
  setAccountReputation,
} from '../../../foundation/accounts/account-reputation.ts';
import { evaluateReputation } from '../../../foundation/reputation/reputation.ts';
import { firstDayOfWindow } from '../../../foundation/reputation/sending-days.ts';
import { isWatched } from '../../../foundation/reputation/watched-reputation.ts';
import type { SettleDeps } from '../settle.ts';
import { findDomainReputations, setDomainReputation } from './domain-reputation.ts';
import { findEvidence } from './evidence.ts';

/** Domains or accounts per look. */
const PAGE = 200;

/** Dependencies of judging. */
export interface EvaluateReputationDeps extends SettleDeps {
  database: Database;
}

/** Judges domains, and then the accounts that have them. */
export async function evaluateDomains(
  deps: EvaluateReputationDeps,
  domainIds: readonly string[],
  now: Date,
): Promise<void> {
  await evaluateAccounts(deps, await evaluateOnlyDomains(deps, domainIds, now), now);
}

/** @returns the accounts that have them */
async function evaluateOnlyDomains(
  deps: EvaluateReputationDeps,
  domainIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const found = await findDomainReputations(deps.database, domainIds);
  const evidence = await findEvidence(deps.database, 'domains', domainIds, now);
  for (const domain of found) {
    const about = evidence.get(domain.domainId);
    const next = about && evaluateReputation(domain.reputation, about, now);
    if (next && next !== domain.reputation)
      await transaction(deps.database, (client) => setDomainReputation(client, deps, domain, next, now));
  }
  return [...new Set(found.map(({ accountId }) => accountId))];
}

async function evaluateAccounts(
  { database }: Pick<EvaluateReputationDeps, 'database'>,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  const evidence = await findEvidence(database, 'accounts', accountIds, now);
  for (const account of await findAccountReputations(database, accountIds)) {
    const about = evidence.get(account.accountId);
    const next = about && evaluateReputation(account.reputation, about, now);
    if (next && next !== account.reputation) await setAccountReputation(database, account, next);
  }
}

/** Domains that had a bounce or a complaint in the window, and those that are not good or have a capacity. */
const DOMAINS_TO_JUDGE = `
  SELECT id FROM (
    (SELECT domain_id AS id FROM sending_days WHERE day >= $1::date AND (bounced > 0 OR complained > 0))
    UNION (SELECT id FROM domains WHERE ${isWatched('domains')})
  ) AS judged WHERE id > $2 ORDER BY id LIMIT ${PAGE}`;

const ACCOUNTS_TO_JUDGE = `
  SELECT id FROM accounts WHERE ${isWatched('accounts')} AND id > $1 ORDER BY id LIMIT ${PAGE}`;

/** Judges all that may have to change: what a worker has missed, and what time alone changes. */
export async function evaluateAll(deps: EvaluateReputationDeps, now: Date): Promise<void> {
  const { database } = deps;
  const evaluated = new Set<string>();
  for await (const ids of pagesOf(database, DOMAINS_TO_JUDGE, [firstDayOfWindow(now)]))
    for (const accountId of await evaluateOnlyDomains(deps, ids, now)) evaluated.add(accountId);
  for await (const ids of pagesOf(database, ACCOUNTS_TO_JUDGE, []))
    for (const accountId of ids) evaluated.add(accountId);
  const accountIds = [...evaluated];
  for (let begin = 0; begin < accountIds.length; begin += PAGE)
    await evaluateAccounts(deps, accountIds.slice(begin, begin + PAGE), now);
}

/** @param text a statement whose last parameter is the id after which a page begins */
async function* pagesOf(database: Database, text: string, values: readonly unknown[]) {
  for (let after = NIL_UUID; ; ) {
    const { rows } = await database.query<{ id: string }>(text, [...values, after]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) yield ids;
    if (ids.length < PAGE) return;
    after = ids.at(-1) ?? after;
  }
}
