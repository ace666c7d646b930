// Lists the runs of an automation, newest first.
import type { Database } from '../../../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../../../platform/db/page.ts';
import type { Automation } from '../automation.ts';
import type { RunStatus } from './run.ts';
import { hasShownStatus, type ShownRun, shownColumns } from './shown-run.ts';

/** Filters of a list; undefined: all. */
export interface RunFilters {
  statuses?: readonly RunStatus[] | undefined;
  contactId?: string | undefined;
  /** Id or key of a step: runs that are at it, or were when they failed or were cancelled. */
  step?: string | undefined;
}

/** Lists a page of runs. */
export function listRuns(
  database: Database,
  automation: Pick<Automation, 'id' | 'accountId' | 'epoch' | 'updatedAt' | 'graph'>,
  { statuses, contactId, step }: RunFilters,
  page: PageRequest,
): Promise<Page<ShownRun>> {
  const { id, accountId, epoch, updatedAt, graph } = automation;
  const values: unknown[] = [[id], accountId, epoch, updatedAt];
  const conditions = ['automation_id = ANY($1::uuid[])', 'account_id = $2'];
  const filter = (condition: (parameter: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  filter((parameter) => hasShownStatus('$3', parameter), statuses);
  if (statuses && areWritten(statuses, epoch)) conditions.push(IS_BROKEN);
  filter((parameter) => `id = ANY(ARRAY(${runsOfContact(parameter)}))`, contactId);
  filter((parameter) => `step_key = ${parameter}`, step && keyOfStep(graph, step));
  const listed = {
    select: `SELECT ${shownColumns('$3', '$4::timestamptz')} FROM automation_runs`,
    where: conditions.join(' AND '),
    values,
    orderedWithin: 'automation_id',
  };
  return findPage<ShownRun>(database, listed, page);
}

/** The condition of the index of such runs. */
const IS_BROKEN = "status IN ('failed', 'cancelled')";

/** Whether runs with these statuses have one of IS_BROKEN in their rows; of a stopped one it may not be written yet. */
function areWritten(statuses: readonly RunStatus[], epoch: number): boolean {
  return statuses.every((status) => status === 'failed' || (status === 'cancelled' && epoch === 0));
}

/** Two indexes have the runs of a contact. @param contactId placeholder */
function runsOfContact(contactId: string): string {
  const runs = `SELECT id FROM automation_runs WHERE contact_id = ${contactId} AND status`;
  return `${runs} = 'running' UNION ALL ${runs} <> 'running'`;
}

/** A step keeps its id when it gets another key; a key may belong to a step that was removed in the meantime. */
function keyOfStep({ steps }: Automation['graph'], idOrKey: string): string {
  return steps.find(({ id }) => id === idOrKey.toLowerCase())?.key ?? idOrKey;
}
