// Plans a group of emails: its senders, its recipients, the sandbox. What depends on counters is decided afterwards
// (decide.ts).
import type { Database } from '../../../../platform/db/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { NewEmail } from '../email.ts';
import type { GroupData } from './check.ts';
import type { Plan } from './decide.ts';
import { type AcceptData, planEmail } from './plan.ts';
import { refuseSenders } from './refuse-senders.ts';
import { applySandbox } from './sandbox.ts';

/** Dependencies of planning. */
export interface PlanDeps {
  database: Database;
  ids: Ids;
  simulatorDomains: readonly string[];
}

/** Plans emails. @returns one plan per email, in their order */
export async function planGroup(
  deps: PlanDeps,
  emails: readonly NewEmail[],
  { facts, standings }: Pick<GroupData, 'facts' | 'standings'>,
): Promise<Plan[]> {
  const refused = await refuseSenders(deps.database, emails, facts);
  const planned = emails.map(
    (email, index) => refused.get(email) ?? planEmail(email, facts[index] as AcceptData, deps.ids),
  );
  return await applySandbox(deps, planned, standings);
}
