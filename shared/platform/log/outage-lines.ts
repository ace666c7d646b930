// One line in the log for each outage of the database: each request and each loop of a process would write its own, for as
// long as it lasts. The further ones are written at the level debug. An outage begins with an error that only the
// database has, and ends when its watch says so (shared/platform/db/sessions/server-watch.ts).
import type { LogFn, Logger } from 'pino';
import { findAmongCauses, isOfNetwork, isSurelyAway } from '../failures/unavailable.ts';
import { TimeoutError } from '../time/timeout.ts';

/** The part of a line that the hook reads. */
interface Line {
  err?: unknown;
  /** How much is lost: an operator must read it. */
  dropped?: unknown;
  /** Ends the outage. */
  databaseAnswers?: true;
}

/** An outage whose errors end without a report of the watch is over. The watch repeats its own more often. */
const OVER_AFTER_MS = 30_000;
/** For so long after its end, statements on connections from before it fail. */
const SETTLED_AFTER_MS = 6_000;
const WARN = 40;
const ERROR = 50;

/** Creates the hook of a logger, through which each of its lines and of its children passes. */
export function onceAnOutage(): (
  this: Logger,
  args: Parameters<LogFn>,
  method: LogFn,
  level: number,
) => void {
  let lastsUntilMs = Number.NEGATIVE_INFINITY;
  let isSettling = false;
  return function writeOrDemote(args, method, level) {
    const { err, dropped, databaseAnswers }: Line = Object(args[0]);
    const nowMs = performance.now();
    const lasts = nowMs < lastsUntilMs;
    if (databaseAnswers) {
      isSettling = true;
      lastsUntilMs = Math.min(lastsUntilMs, nowMs + SETTLED_AFTER_MS);
    }
    // A fatal error ends the process: an operator must read it.
    const isOrdinary = level >= WARN && level <= ERROR && dropped === undefined;
    const isSure = isOrdinary && findAmongCauses(err, isSurelyAway) !== undefined;
    if (isSure && !(lasts && isSettling)) {
      isSettling = false;
      lastsUntilMs = nowMs + OVER_AFTER_MS;
    }
    if (lasts && (isSure || (isOrdinary && findAmongCauses(err, mayBeOfOutage)))) this.debug(...args);
    else method.apply(this, args);
  };
}

function mayBeOfOutage(error: Error): boolean {
  return isOfNetwork(error) || error instanceof TimeoutError;
}
