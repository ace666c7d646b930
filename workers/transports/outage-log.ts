// Says in the log that a mail server does not answer. Mail waits then and is tried again, which the metrics, the work and
// each email show; operators who look at none of them read the log.
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Delivery } from './transport.ts';

/** Each mail would say it again. */
const SILENT_FOR_MS = 60_000;

/**
 * Creates the callback that receives the deliveries of a relay, and warns at most once a minute.
 * @param nowMs monotonic
 */
export function warnOfOutages(log: Logger, nowMs: () => number): (delivery: Delivery) => void {
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  return (delivery) => {
    if (delivery.kind !== 'unreachable' || delivery.stage === 'queue') return;
    if (nowMs() < warnedAtMs + SILENT_FOR_MS) return;
    warnedAtMs = nowMs();
    const { reason, server } = delivery;
    log.warn({ reason, server }, 'a mail server does not answer: its mail waits and is tried again');
  };
}
