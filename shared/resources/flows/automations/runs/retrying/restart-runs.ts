// Resumes failed and cancelled runs of an automation, at the step at which they have ended. Resuming is like starting:
// a run needs the lock of its contact, under which active runs are counted, and no stop may happen between the epoch
// that it gets and its commit, so it shares the lock of moves (docs/architecture/automations.md).
import { ACTIVE_RUNS_MAX, ACTIVE_RUNS_OF_CONTACT_MAX } from '../../../../../contract/limits.ts';
import { textArrayLiteral } from '../../../../../platform/db/parameters/array-literal.ts';
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import type { StartLane } from '../../../../audience/contact-events/contact-listener.ts';
import type { Automation } from '../../automation.ts';
import { listensAt } from '../../engine/run-state.ts';
import type { CompiledGraph, CompiledStep } from '../../graph/compiled.ts';
import { type AffectedRuns, findRunsOfContacts } from '../../intake/find-affected.ts';
import { releaseActiveRuns } from '../../intake/listening-runs.ts';
import { lockForTransitions } from '../../transitions-lock.ts';
import type { GraphVersions } from '../../versions/graph-versions.ts';
import type { RunStatus } from '../run.ts';

/** An automation under the lock of moves. */
export type RetriedAutomation = Pick<
  Automation,
  'id' | 'status' | 'reentry' | 'domainId' | 'audienceId' | 'epoch'
>;

/** The runs to take up, of one automation. */
export interface RunsToRestart {
  automationId: string;
  ids: readonly string[];
  lane: StartLane;
  now: Date;
  /** Called under the lock of moves. @throws or answers false when no run may be resumed */
  mayRestart(automation: RetriedAutomation): boolean;
}

/** The result for a run: it was resumed, or why not. */
export type RestartOutcome =
  | 'taken_up'
  /** The run has not ended, or is completed. */
  | 'running'
  | 'completed'
  /** Its contact was deleted. */
  | 'deleted'
  /** Its contact is in another audience than the automation. */
  | 'left'
  /** The contact has an active run, and may have one only (reentry when_done). */
  | 'active'
  /** The contact has as many active runs as it may. */
  | 'limit'
  /** Its version cannot be read, or has not its step: a bug. */
  | 'broken';

/**
 * Resumes runs in the order of `ids`. The caller wakes those of the lane `event` after the commit.
 * @returns the result for each run, by id; missing runs are left out; undefined: `mayRestart` has refused
 */
export async function restartRuns(
  client: Transaction,
  versions: GraphVersions,
  { automationId, ids, lane, now, mayRestart }: RunsToRestart,
): Promise<ReadonlyMap<string, RestartOutcome> | undefined> {
  const contactIds = await findContactsOfRuns(client, automationId, ids);
  const audiences = await lockContacts(client, contactIds);
  await lockForTransitions(client, [automationId]);
  const automation = await findLockedAutomation(client, automationId);
  if (!automation || !mayRestart(automation)) return undefined;
  const others = await findRunsOfContacts(client, [...audiences.keys()], []);
  const stale = others.filter((each) => each.automationId === automationId).flatMap((each) => each.stale);
  const locked = await lockRows(client, [...ids, ...stale]);
  const outcomes = decide(automation, { ids, locked, others, audiences });
  const accepted = ids.flatMap((id) => (outcomes.get(id) === 'taken_up' ? (locked.get(id) ?? []) : []));
  const steps = await findSteps(client, versions, accepted);
  const taken = accepted.filter(({ id }) => steps.has(id));
  if (taken.length > 0) await write(client, { automation, taken, steps, stale, lane, now });
  for (const { id } of accepted) if (!steps.has(id)) outcomes.set(id, 'broken');
  return outcomes;
}

async function findContactsOfRuns(
  client: Transaction,
  automationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ contactId: string }>({
    name: 'find-contacts-of-runs',
    text: `SELECT DISTINCT contact_id AS "contactId" FROM automation_runs
           WHERE id = ANY($1::uuid[]) AND (automation_id = $2) IS TRUE`,
    values: [ids, automationId],
  });
  return rows.map(({ contactId }) => contactId);
}

/** Contacts of an audience that was deleted are being removed. */
const LOCK_CONTACTS = `
  SELECT id, audience_id AS "audienceId" FROM contacts
  WHERE id = ANY($1::uuid[]) AND (SELECT deleted_at IS NULL FROM audiences WHERE audiences.id = contacts.audience_id)
  ORDER BY account_id, email_key, audience_id FOR NO KEY UPDATE`;

/** @returns the audiences of those that exist, by id */
async function lockContacts(
  client: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ id: string; audienceId: string }>({
    name: 'lock-contacts-of-runs',
    text: LOCK_CONTACTS,
    values: [ids],
  });
  return new Map(rows.map(({ id, audienceId }) => [id, audienceId]));
}

/** A stop after the lock of moves waits for this transaction, so the epoch stays. */
async function findLockedAutomation(client: Transaction, id: string): Promise<RetriedAutomation | undefined> {
  const { rows } = await client.query<RetriedAutomation>({
    name: 'find-automation-to-retry',
    text: `SELECT id, status, reentry, domain_id AS "domainId", audience_id AS "audienceId", epoch
           FROM automations
           WHERE id = $1 AND deleted_at IS NULL`,
    values: [id],
  });
  return rows[0];
}

/** A run that is locked until the end of the transaction. */
interface LockedRun {
  id: string;
  contactId: string;
  versionId: string;
  status: RunStatus;
  epoch: number;
  /** Null: it is completed. */
  stepKey: string | null;
  position: number;
}

async function lockRows(
  client: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedRun>> {
  const { rows } = await client.query<LockedRun>({
    name: 'lock-runs-to-retry',
    text: `SELECT id, contact_id AS "contactId", version_id AS "versionId", status, epoch, step_key AS "stepKey", position
           FROM automation_runs WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  });
  return new Map(rows.map((run) => [run.id, run]));
}

interface TakeUpFacts {
  ids: readonly string[];
  locked: ReadonlyMap<string, LockedRun>;
  others: readonly AffectedRuns[];
  /** The audiences of the contacts that exist. */
  audiences: ReadonlyMap<string, string>;
}

/** The runs of one call see each other: the second run of a contact finds the first one active. */
function decide(
  automation: RetriedAutomation,
  { ids, locked, others, audiences }: TakeUpFacts,
): Map<string, RestartOutcome> {
  const active = new Map<string, { here: number; all: number }>();
  for (const { contactId, automationId, active: count } of others) {
    const { here, all } = active.get(contactId) ?? { here: 0, all: 0 };
    active.set(contactId, { here: here + (automationId === automation.id ? count : 0), all: all + count });
  }
  const outcomes = new Map<string, RestartOutcome>();
  for (const id of ids) {
    const run = locked.get(id);
    if (!run) continue;
    const { here, all } = active.get(run.contactId) ?? { here: 0, all: 0 };
    const outcome = findEnded(run, automation) ?? findGone(automation, audiences.get(run.contactId));
    outcomes.set(id, outcome ?? findNoPlace(automation, here, all) ?? 'taken_up');
    if (outcomes.get(id) === 'taken_up') active.set(run.contactId, { here: here + 1, all: all + 1 });
  }
  return outcomes;
}

/** A run of an earlier epoch was stopped, also before a job has written that into it. */
function findEnded({ status, epoch }: LockedRun, automation: RetriedAutomation): RestartOutcome | undefined {
  if (status === 'completed') return 'completed';
  return status === 'running' && epoch === automation.epoch ? 'running' : undefined;
}

function findGone(
  { audienceId }: RetriedAutomation,
  ofContact: string | undefined,
): RestartOutcome | undefined {
  if (ofContact === undefined) return 'deleted';
  return ofContact === audienceId ? undefined : 'left';
}

function findNoPlace({ reentry }: RetriedAutomation, here: number, all: number): RestartOutcome | undefined {
  if (reentry === 'when_done' && here > 0) return 'active';
  return here >= ACTIVE_RUNS_MAX || all >= ACTIVE_RUNS_OF_CONTACT_MAX ? 'limit' : undefined;
}

/** The steps at which runs have ended, by run. A version that cannot be read is the fault of its runs alone. */
async function findSteps(
  client: Transaction,
  versions: GraphVersions,
  runs: readonly LockedRun[],
): Promise<ReadonlyMap<string, CompiledStep>> {
  const graphs = new Map<string, CompiledGraph | undefined>();
  for (const id of new Set(runs.map(({ versionId }) => versionId)))
    graphs.set(id, await tryToLoad(client, versions, id));
  return new Map(
    runs.flatMap(({ id, versionId, stepKey }) => {
      const step = stepKey === null ? undefined : graphs.get(versionId)?.steps.get(stepKey);
      return step ? [[id, step] as const] : [];
    }),
  );
}

/** After an error of the database the transaction is lost, and its next statement throws. */
async function tryToLoad(client: Transaction, versions: GraphVersions, id: string) {
  try {
    return (await versions.load(client, [id])).get(id)?.graph;
  } catch {
    return undefined;
  }
}

interface TakingUp {
  automation: RetriedAutomation;
  taken: readonly LockedRun[];
  steps: ReadonlyMap<string, CompiledStep>;
  stale: readonly string[];
  lane: StartLane;
  now: Date;
}

/** Removes the record of the step: the step begins again. */
const FORGET_STEPS = `
  DELETE FROM automation_step_runs AS step USING unnest($1::uuid[], $2::smallint[]) AS given (id, position)
  WHERE step.run_id = given.id AND step.position = given.position AND step.run_id = ANY($1::uuid[])`;

/**
 * A worker that has claimed a stopped run loses the claim. The domain is the automation's, which may have got another
 * one of the same name.
 */
const TAKE_UP = `
  UPDATE automation_runs AS run SET
    status = 'running', reason = NULL, ended_at = NULL, listens = given.listens::text[],
    clock = $3, wait_until = NULL, postponed_at = NULL,
    epoch = $4, domain_id = coalesce($5, run.domain_id), is_exclusive = $6, lane = $7::text,
    attempts = 0, next_attempt_at = $3, claimed_by = NULL, claim_token = NULL,
    woken_at = CASE WHEN $7::text = 'event' THEN clock_timestamp() END
  FROM unnest($1::uuid[], $2::text[]) AS given (id, listens)
  WHERE run.id = given.id AND run.id = ANY($1::uuid[])`;

async function write(
  client: Transaction,
  { automation, taken, steps, stale, lane, now }: TakingUp,
): Promise<void> {
  const ids = taken.map(({ id }) => id);
  const listens = taken.map(({ id }) => textArrayLiteral(listensAt(steps.get(id) ?? { waitsAhead: [] })));
  const { epoch, domainId, reentry } = automation;
  await Promise.all([
    releaseActiveRuns(client, stale),
    client.query({
      name: 'forget-steps-of-runs',
      text: FORGET_STEPS,
      values: [ids, taken.map(({ position }) => position)],
    }),
    client.query({
      name: 'take-up-automation-runs',
      text: TAKE_UP,
      values: [ids, listens, now, epoch, domainId, reentry === 'when_done', lane],
    }),
  ]);
}
