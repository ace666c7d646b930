// Stores planned emails in one transaction and says of each what became of it, also when one of them is bad, and
// when the connection dies and takes the answer to COMMIT with it (design rules 1 and 2).
import type { PassCrashPoint } from '../../../crash-points.ts';
import type { Database } from '../../../db/connect.ts';
import { transaction } from '../../../db/transaction.ts';
import { isDatabaseUnavailable } from '../../../db/unavailable.ts';
import type { Ids } from '../../../ids.ts';
import { findStored } from './find-stored.ts';
import { insertEmails } from './insert.ts';
import type { PlannedEmail } from './plan.ts';

/** SQLSTATE classes of bad data: one email's fault, not its group's. */
const DATA_ERROR_CLASS = /^(22|23)/;

/** What became of one email. */
export type Outcome = { id: string } | { error: unknown };

/** What storing needs. */
export interface StoreDeps {
  database: Database;
  ids: Ids;
  passCrashPoint: PassCrashPoint;
}

/** Stores a group; when one email's data is at fault, the others are stored without it, under the same ids. */
export async function storeEmails(
  deps: StoreDeps,
  group: readonly PlannedEmail[],
): Promise<Map<PlannedEmail, Outcome>> {
  if (group.length === 0) return new Map();
  /** Known from the moment at which COMMIT is sent. */
  const sent: { transactionId?: string } = {};
  try {
    await transaction(
      deps.database,
      async (client) => {
        sent.transactionId = await insertEmails(client, group, deps.ids);
      },
      () => deps.passCrashPoint('accept-commit-sent'),
    );
    return new Map(group.map((plan) => [plan, { id: plan.email.id }]));
  } catch (error) {
    if (isDataError(error) && group.length > 1) return await storeOneByOne(deps, group);
    if (sent.transactionId === undefined || !isDatabaseUnavailable(error)) return allFailed(group, error);
    return await readBack(deps, group, sent.transactionId, error);
  }
}

async function storeOneByOne(
  deps: StoreDeps,
  group: readonly PlannedEmail[],
): Promise<Map<PlannedEmail, Outcome>> {
  const outcomes = new Map<PlannedEmail, Outcome>();
  for (const plan of group) for (const entry of await storeEmails(deps, [plan])) outcomes.set(...entry);
  return outcomes;
}

/** What exists was committed, what does not was not. */
async function readBack(
  { database }: StoreDeps,
  group: readonly PlannedEmail[],
  transactionId: string,
  error: unknown,
): Promise<Map<PlannedEmail, Outcome>> {
  const ids = group.map(({ email }) => email.id);
  const stored = await findStored(database, transactionId, ids);
  return new Map(group.map((plan) => [plan, stored.has(plan.email.id) ? { id: plan.email.id } : { error }]));
}

function allFailed(group: readonly PlannedEmail[], error: unknown): Map<PlannedEmail, Outcome> {
  return new Map(group.map((plan) => [plan, { error }]));
}

function isDataError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && DATA_ERROR_CLASS.test(code);
}
