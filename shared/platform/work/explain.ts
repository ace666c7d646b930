// Explains in one sentence why a row of work is not done (`list-stuck` of npm run ops), or the rows of a kind of work (the
// dashboard). Operators would otherwise have to combine four tables and a queue. Pure functions: all inputs are parameters.
import type { Backlog } from '../queues/connect.ts';
import type { StuckRow } from './stuck.ts';

/** The state of the kind of work at this moment. */
export interface WorkSituation {
  queue: string;
  /** Group of worker processes that does the work. */
  group: string;
  /** A sentence about what stops all work of this kind, if anything does (shared/resources/work-kinds.ts). */
  blockedReason: string | undefined;
  /** Undefined: the queue does not answer. */
  backlog: (Backlog & { waitingJobs: number }) | undefined;
  /** The time of the injected clock. */
  now: Date;
  /** Groups with at least one process that is alive. */
  aliveGroups: ReadonlySet<string>;
  /** A worker without a heartbeat for this long is dead. */
  deadAfterMs: number;
}

/** The group that runs the tick and the sweeper, for all groups. */
const SCHEDULE = 'schedule';
/** The tick runs each second, so it has surely seen a row that has been due for this long. */
const TICK_HAS_SEEN_MS = 5_000;

/** Why a row is in its state: a sentence for operators. */
export function explainStuckRow(row: StuckRow, situation: WorkSituation): string {
  switch (row.state) {
    case 'claimed':
      return explainClaimed(row, situation);
    case 'woken':
      return situation.blockedReason ?? explainWoken(situation);
    case 'due':
      return situation.blockedReason ?? explainDue(row, situation);
    case 'held':
      return row.heldBy ?? 'It is held.';
    case 'waiting':
      return explainWaiting(row);
  }
}

function explainWaiting({ attempts, lastAnswer, dueAt }: StuckRow): string {
  const became = attempts > 0 ? `Attempt ${attempts} failed` : 'It is postponed';
  // An answer may be a sentence of its own.
  const answer = lastAnswer ? `: ${lastAnswer.replace(/\.$/, '')}` : '';
  return `${became}${answer}. The next attempt is at ${dueAt.toISOString()}.`;
}

/** The state of a kind of work without its queue. */
export interface KindSituation extends Pick<WorkSituation, 'group' | 'blockedReason' | 'aliveGroups'> {
  held: number;
  stuck: number;
  /** The reason why the oldest held row is held: a sentence. */
  heldBy: string | undefined;
}

/** Explains why rows of a kind of work are held or stuck: a sentence for operators; null when none are. */
export function explainKind({ held, stuck, heldBy, ...situation }: KindSituation): string | null {
  if (stuck > 0) return explainStuckKind(situation);
  if (held === 0) return null;
  return situation.blockedReason ?? `The oldest row that is held: ${heldBy ?? 'it is no longer held.'}`;
}

function explainStuckKind({
  group,
  blockedReason,
  aliveGroups,
}: Pick<KindSituation, 'group' | 'blockedReason' | 'aliveGroups'>): string {
  if (blockedReason !== undefined) return blockedReason;
  if (!aliveGroups.has(group)) return noWorkerOf(group);
  return aliveGroups.has(SCHEDULE)
    ? 'The workers are overloaded, or one crashed; the sweeper frees its rows within seconds.'
    : 'Due rows are not woken, because no worker-schedule process is running.';
}

function explainClaimed({ worker }: StuckRow, { deadAfterMs, aliveGroups }: WorkSituation): string {
  const freed = aliveGroups.has(SCHEDULE)
    ? 'the sweeper frees it within seconds'
    : 'it is not freed, because no worker-schedule process is running';
  if (!worker) return `Its worker crashed or stopped: ${freed}.`;
  const name = `Its worker (process ${worker.pid} on ${worker.host})`;
  if (worker.silentS * 1000 < deadAfterMs) return `${name} is working on it.`;
  return `${name} has not responded for ${worker.silentS} s and is considered dead: ${freed}.`;
}

function explainWoken(situation: WorkSituation): string {
  const obstacle = findObstacle(situation);
  if (obstacle !== undefined) return obstacle;
  return situation.aliveGroups.has(SCHEDULE)
    ? 'Its wake-up was taken or lost; if it was lost, the sweeper wakes it again within 10 s.'
    : 'Its wake-up is lost, and it is not woken again, because no worker-schedule process is running.';
}

function explainDue({ dueAt }: StuckRow, situation: WorkSituation): string {
  if (!situation.aliveGroups.has(SCHEDULE))
    return 'It is due but not woken, because no worker-schedule process is running.';
  if (situation.now.getTime() - dueAt.getTime() < TICK_HAS_SEEN_MS)
    return 'It just became due; the tick wakes it within seconds.';
  return findObstacle(situation) ?? 'It waits for its turn, or the tick is late.';
}

/** Why the workers of a queue do not take its jobs; undefined when nothing stops them. */
function findObstacle({ queue, group, backlog, aliveGroups }: WorkSituation): string | undefined {
  if (!backlog) return `The queue "${queue}" does not answer: its wake-up is lost or still waits there.`;
  if (backlog.paused) return `The queue "${queue}" is paused. Resume it on /ops/queues.`;
  if (!aliveGroups.has(group)) return noWorkerOf(group);
  if (backlog.waitingJobs > 0)
    return `It waits for its turn. Jobs waiting in the queue "${queue}": ${backlog.waitingJobs}.`;
  return undefined;
}

function noWorkerOf(group: string): string {
  return `No worker of the group ${group} is running.`;
}
