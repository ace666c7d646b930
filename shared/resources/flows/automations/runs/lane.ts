// The lanes of runs: they separate runs by what wakes them. A run that an event has started or whose
// wait an event has ended does not wait for runs that time has woken, nor for many that were started together
// (docs/architecture/work.md#lanes).
import type { StartLane } from '../../../audience/contact-events/contact-listener.ts';
import type { MailLane } from '../../../messaging/emails/email.ts';

/** The lane of a run. */
export type RunLane =
  /**
   * Where it starts: `event`, woken by what happens to its contact; `bulk`, one of many that were started together, by a
   * schedule, an enrolment or an import, or by a step of such a run. Runs that a run causes start in its own lane.
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
