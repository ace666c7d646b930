// A move of a run: what of it changes in one transaction. Pure functions make it of what the engine has decided.
import type { Advance, StepRun } from '../../engine/advance.ts';
import { listensAt, type RunState } from '../../engine/run-state.ts';
import type { CompiledGraph } from '../../graph/compiled.ts';
import { toStoredInbox } from '../inbox.ts';
import type { RunStatus } from '../run.ts';
import type { ClaimedRun } from './load.ts';

/** The changes of a run, under the token of its claim. */
export interface RunTransition {
  id: string;
  token: string;
  automationId: string;
  /** The stored position from which it was decided; a run that is elsewhere has moved, and does not change. */
  positionBefore: number;
  status: RunStatus;
  /** Why it has failed, or, while it is running, why its step is not done yet. */
  reason: string | null;
  /** Null: it is completed. */
  stepKey: string | null;
  position: number;
  clock: Date;
  waitUntil: Date | null;
  postponedAt: Date | null;
  /** JSON; null: they do not change. Both may have megabytes. */
  waits: string | null;
  inbox: string | null;
  /** Null: they do not change. */
  listens: readonly string[] | null;
  endedAt: Date | null;
  /** The next attempt; null: its claim stays, or it has ended. */
  nextAttemptAt: Date | null;
  keepsClaim: boolean;
  attempts: number;
  stepRuns: readonly StepRun[];
}

type MovedRun = Pick<ClaimedRun, 'id' | 'token' | 'automationId' | 'state'>;

/**
 * Makes the move of a run as far as the engine has advanced: to a pause, which releases its claim; to an effect, for
 * which the claim stays; or to its end.
 */
export function transitionOf(
  run: MovedRun,
  graph: Pick<CompiledGraph, 'steps'> | undefined,
  { state, stepRuns, next }: Advance,
  now: Date,
): RunTransition {
  const { id, token, automationId } = run;
  const isEnd = next.kind === 'end';
  const keepsClaim = next.kind === 'effect';
  return {
    id,
    token,
    automationId,
    positionBefore: run.state.position,
    ...writtenState(run, graph, state),
    ...(isEnd && { listens: [], waitUntil: null, postponedAt: null }),
    ...(isEnd && next.status === 'completed' && { stepKey: null, waits: '{}', inbox: '[]' }),
    status: isEnd ? next.status : 'running',
    reason: isEnd ? next.reason : null,
    endedAt: isEnd ? now : null,
    nextAttemptAt: next.kind === 'pause' ? next.until : null,
    keepsClaim,
    // Freeing the row takes one back.
    attempts: keepsClaim ? 1 : 0,
    stepRuns,
  };
}

/** A move after which the step is tried again. */
export interface RetryAt {
  at: Date;
  /** Since when a passing refusal has postponed it; null: none has. */
  postponedAt: Date | null;
  /** Why: for the account and for operators. */
  reason: string | null;
  /** Tries that a bug has ended. */
  attempts: number;
}

/** The move of a run whose step is tried again later. */
export function retryTransition(
  run: MovedRun,
  graph: Pick<CompiledGraph, 'steps'> | undefined,
  { state, stepRuns }: Pick<Advance, 'state' | 'stepRuns'>,
  { at, postponedAt, reason, attempts }: RetryAt,
): RunTransition {
  const { id, token, automationId } = run;
  return {
    id,
    token,
    automationId,
    positionBefore: run.state.position,
    ...writtenState(run, graph, { ...state, postponedAt }),
    status: 'running',
    reason,
    endedAt: null,
    nextAttemptAt: at,
    keepsClaim: false,
    attempts,
    stepRuns,
  };
}

/** Entries of the inbox are only removed while a run moves, and waits are only added. */
function writtenState(
  { state: stored }: Pick<MovedRun, 'state'>,
  graph: Pick<CompiledGraph, 'steps'> | undefined,
  state: RunState,
) {
  const { stepKey, position, clock, waitUntil, postponedAt, waits, inbox } = state;
  const step = graph?.steps.get(stepKey);
  return {
    stepKey,
    position,
    clock,
    waitUntil,
    postponedAt,
    waits: waits === stored.waits ? null : JSON.stringify(waits),
    inbox: inbox.length === stored.inbox.length ? null : toStoredInbox(inbox),
    listens: step ? listensAt(step) : null,
  };
}
