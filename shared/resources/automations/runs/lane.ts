// The lanes of runs: what wakes a run, and so behind which others it may stand. A run that an event has started or whose
// wait an event has ended stands behind no run that time has woken, and neither behind one of many that were started
// together (docs/architecture/work.md#lanes).
import type { MailLane } from '../../emails/email.ts';

/** The lane of a run. */
export type RunLane =
  /** Woken by what happens to its contact. */
  | 'event'
  /** The same run while it sleeps: time wakes it. */
  | 'timer'
  /** One of many that were started together: by a schedule, an enrolment or an import, or by a step of such a run. */
  | 'bulk';

/** The lanes in which a run can start. What a run causes starts in its own. */
export type StartLane = Exclude<RunLane, 'timer'>;

/** The lane in which what a run causes starts. */
export function startLaneOf(lane: RunLane): StartLane {
  return lane === 'bulk' ? 'bulk' : 'event';
}

/** The lane of the mail of a run. */
export function mailLaneOf(lane: RunLane): MailLane {
  return lane === 'bulk' ? 'campaign' : 'transactional';
}
