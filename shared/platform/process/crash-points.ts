// Crash points (fault injection): places where the crash tests (test/flows/crash-*.test.ts, webhooks-crash.test.ts)
// kill a process. They are the moments between two steps at which a faulty design would lose mail or send it twice.
// Outside of these tests no point is armed, and a call costs one comparison.

/** A named moment. */
export type CrashPoint =
  /** COMMIT has been sent, its answer has not arrived. */
  | 'accept-commit-sent'
  /** The email is committed, its wake-up is not sent. */
  | 'accept-committed'
  /** COMMIT of incoming messages has been sent, its answer has not arrived. */
  | 'receive-commit-sent'
  /** Incoming messages are claimed, none is parsed. */
  | 'receive-claimed'
  /** COMMIT of parsed messages has been sent, its answer has not arrived. */
  | 'receive-record-sent'
  /** Feedback of providers is claimed, none is recorded. */
  | 'feedback-claimed'
  /** COMMIT of recorded feedback has been sent, its answer has not arrived. */
  | 'feedback-record-sent'
  /** Recipients are claimed, nothing is sent. */
  | 'send-claimed'
  /** The server has answered 250, the outcome is not recorded. */
  | 'send-answered'
  /** Webhook messages are claimed, nothing is posted. */
  | 'webhook-claimed'
  /** The endpoint has answered, the outcome is not recorded. */
  | 'webhook-answered'
  /** Hits are judged and recorded, automations have not received them. */
  | 'hits-recorded'
  /** Runs of automations are claimed, none has moved. */
  | 'automation-claimed'
  /** COMMIT of moves has been sent, its answer has not arrived. */
  | 'automation-commit-sent'
  /** A move is committed: a mail, a change of contacts or a pause; the worker has not continued. */
  | 'automation-moved'
  /** Mail of a campaign is stored with the move of its recipients, the worker has not continued. */
  | 'campaign-released'
  /** COMMIT of a step of a walk has been sent, its answer has not arrived. */
  | 'walk-commit-sent'
  /** A step of a walk is committed, the worker has not continued. */
  | 'walk-stepped';

/** Passes a point; kills the process (SIGKILL) if the point is armed. */
export type PassCrashPoint = (point: CrashPoint) => void;

/**
 * Arms a point.
 * @param crashAt `<point>`, or `<point>:<n>` for the nth pass; undefined arms nothing (`CRASH_AT`, tests only)
 */
export function createCrashPoints(crashAt: string | undefined): PassCrashPoint {
  const [armed, pass = '1'] = crashAt?.split(':') ?? [];
  let remaining = Number(pass);
  return (point) => {
    if (point !== armed) return;
    remaining -= 1;
    if (remaining === 0) process.kill(process.pid, 'SIGKILL');
  };
}
