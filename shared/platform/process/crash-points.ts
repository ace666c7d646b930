// Places at which the crash flow test kills a process: the instants between two steps where a design that loses or
// doubles mail would do so. Outside that test nothing is armed and a call costs a comparison.

/** A named instant. */
export type CrashPoint =
  /** COMMIT has been sent, its answer has not come. */
  | 'accept-commit-sent'
  /** The email is committed, nobody is woken. */
  | 'accept-committed'
  /** Recipients are claimed, nothing is sent. */
  | 'send-claimed'
  /** The server has answered 250, nothing is recorded. */
  | 'send-answered'
  /** Webhook messages are claimed, nothing is posted. */
  | 'webhook-claimed'
  /** The endpoint has answered, nothing is recorded. */
  | 'webhook-answered';

/** Passes a point; ends the process if it is armed. */
export type PassCrashPoint = (point: CrashPoint) => void;

/**
 * Arms a point.
 * @param crashAt `<point>` or `<point>:<n>` for its nth pass; undefined arms nothing (`CRASH_AT`, tests only)
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
