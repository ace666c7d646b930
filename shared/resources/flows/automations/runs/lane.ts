// The lanes of runs: what wakes a run, and so for which others it may have to wait. A run that an event has started or whose
// wait an event has ended waits for no run that time has woken, and for none of many that were started together
// (docs/architecture/work.md#lanes).
import type { StartLane } from '../../../audience/happenings/contact-listener.ts';
import type { MailLane } from '../../../messaging/emails/email.ts';

/** The lane of a run. */
export type RunLane =
  /**
   * Where it starts: `event`, woken by what happens to its contact; `bulk`, one of many that were started together, by a
   * schedule, an enrolment or an import, or by a step of such a run. What a run causes starts in its own lane.
   */
  | StartLane
  /** A run of the lane `event` that sleeps or has slept: time wakes it, or the turn of its account. */
  | 'timer';

/** The lane in which what a run causes starts. */
export function startLaneOf(lane: RunLane): StartLane {
  return lane === 'bulk' ? 'bulk' : 'event';
}

/** The lane of the mail of a run. */
export function mailLaneOf(lane: RunLane): MailLane {
  return lane === 'bulk' ? 'campaign' : 'transactional';
}
