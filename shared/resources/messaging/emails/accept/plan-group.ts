// Plans a group of emails: its senders, its recipients, the sandbox. What depends on counters is decided afterwards
// (decide.ts).
import type { Database } from '../../../../platform/db/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import { findLentDomains } from '../../domains/senders/find-lent-domains.ts';
import type { NewEmail } from '../email.ts';
import type { GroupData } from './check.ts';
import type { Plan } from './decide.ts';
import type { SimulatedDomains } from './drop-cause.ts';
import { applySandbox } from './guards/sandbox.ts';
import { type AcceptData, planEmail } from './plan.ts';
import { refuseSenders } from './refuse-senders.ts';

/** Dependencies of planning. */
export interface PlanDeps extends SimulatedDomains {
  database: Database;
  ids: Ids;
}

/** Plans emails. @returns one plan per email, in their order */
export async function planGroup(
  deps: PlanDeps,
  emails: readonly NewEmail[],
  { facts: found, accountLimits }: Pick<GroupData, 'facts' | 'accountLimits'>,
): Promise<Plan[]> {
  const facts = await lendDomains(deps, emails, found);
  const refused = await refuseSenders(deps.database, emails, facts);
  const planned = emails.map(
    (email, index) => refused.get(email) ?? planEmail(email, facts[index] as AcceptData, deps.ids),
  );
  return await applySandbox(deps, planned, accountLimits);
}

/**
 * In development an email from the development domain, which no account has, is sent in the name of a domain of its
 * account.
 */
async function lendDomains(
  { database, developmentDomain }: PlanDeps,
  emails: readonly NewEmail[],
  facts: readonly AcceptData[],
): Promise<readonly AcceptData[]> {
  const borrowers = emails.filter(
    ({ from }, index) => from.mailbox.domain === developmentDomain && !facts[index]?.domain,
  );
  if (borrowers.length === 0) return facts;
  const at = borrowers[0]?.createdAt ?? new Date(0);
  const lent = await findLentDomains(database, borrowers, utcDayOf(at));
  const domains = new Map(borrowers.map((email, place) => [email, lent[place]]));
  return facts.map((each, index) => ({
    ...each,
    domain: each.domain ?? domains.get(emails[index] as NewEmail),
  }));
}
