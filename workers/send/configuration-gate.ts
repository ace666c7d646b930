// Circuit breaker for the mail provider: stops this process from sending while the provider rejects our login or
// settings, and probes to find out when it accepts us again. The state is a row that all processes share
// (shared/resources/foundation/sending/provider-switch.ts); this process reads it every two seconds, and knows at once when its
// own attempt trips it. A probe repeats the refused mail up to the refused command, so that sending does not resume
// while the same mail would be refused again.
import {
  claimProbe,
  clearProviderSwitch,
  findTrippedReason,
  type RefusedMail,
  tripProviderSwitch,
} from '../../shared/resources/foundation/sending/provider-switch.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { repeat } from '../runtime/repeat.ts';
import type { Transport } from '../transports/transport.ts';
import { SEND_TIMES } from './times.ts';

/** The gate of a process: open (as a circuit breaker: closed) while mail may be sent. */
export interface ConfigurationGate {
  isOpen(): boolean;
  /** Closes the gate, here at once and in all processes within seconds; `refused` is the mail that a probe repeats. */
  close(reason: string, refused: RefusedMail): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates the gate of a process. With direct delivery it is always open, since no recipient's server knows a login of ours; what
 * a relay has tripped before is cleared.
 */
export function createConfigurationGate(
  { database, log, sendTimes = SEND_TIMES }: Pick<WorkerDeps, 'database' | 'log' | 'sendTimes'>,
  transport: Pick<Transport, 'probe' | 'isDirect'>,
): ConfigurationGate {
  let reason: string | undefined;
  let refusals = 0;
  const look = async () => {
    const refusalsBefore = refusals;
    const found = await findTrippedReason(database);
    // A state that was read before the provider refused us here is outdated.
    if (refusals !== refusalsBefore) return;
    reason = found;
    const probe = reason === undefined ? undefined : await claimProbe(database);
    if (!probe) return;
    const refusal = await transport.probe(probe.refused);
    if (refusal !== undefined) {
      log.error({ reason: refusal }, 'the provider still refuses our login or settings');
      return;
    }
    await clearProviderSwitch(database);
    reason = undefined;
    log.info('the provider accepts us again');
  };
  const looking = repeat({ name: 'configuration gate', everyMs: sendTimes.lookEveryMs, log, run: look });
  return {
    isOpen: () => transport.isDirect || reason === undefined,
    async close(newReason, refused) {
      refusals += 1;
      if (reason === undefined)
        log.error({ reason: newReason }, 'the provider refuses our login or settings');
      reason ??= newReason;
      await tripProviderSwitch(database, newReason, refused);
    },
    stop: () => looking.stop(),
  };
}
