// Stops this process from sending while the provider refuses our login or configuration, and finds out when it does
// not any more. The state is a row that all processes share (shared/resources/sending/provider-switch.ts); here it is
// looked at every two seconds, and known at once when our own attempt trips it. What closes the gate is what opens it:
// the same mail is asked for again, as far as the refusal, so that the gate does not open for mail that is refused.
import {
  claimProbe,
  clearProviderSwitch,
  findTrippedReason,
  type RefusedMail,
  tripProviderSwitch,
} from '../../shared/resources/sending/provider-switch.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { repeat } from '../runtime/repeat.ts';
import type { Transport } from '../transports/transport.ts';

const LOOK_EVERY_MS = 2_000;

/** Open while mail may be sent. */
export interface ConfigurationGate {
  isOpen(): boolean;
  /** Closes the gate, here at once and everywhere within seconds; `refused` is the mail to ask for again. */
  close(reason: string, refused: RefusedMail): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the gate of a process. */
export function createConfigurationGate(
  { database, log }: Pick<WorkerDeps, 'database' | 'log'>,
  relay: Pick<Transport, 'probe'>,
): ConfigurationGate {
  let reason: string | undefined;
  let refusals = 0;
  const look = async () => {
    const refusalsBefore = refusals;
    const found = await findTrippedReason(database);
    // What was read before the provider refused us here says nothing of it.
    if (refusals !== refusalsBefore) return;
    reason = found;
    const probe = reason === undefined ? undefined : await claimProbe(database);
    if (!probe) return;
    const refusal = await relay.probe(probe.refused);
    if (refusal !== undefined) {
      log.error({ reason: refusal }, 'the provider still refuses our login or configuration');
      return;
    }
    await clearProviderSwitch(database);
    reason = undefined;
    log.info('the provider accepts us again');
  };
  const looking = repeat({ name: 'configuration gate', everyMs: LOOK_EVERY_MS, log, run: look });
  return {
    isOpen: () => reason === undefined,
    async close(newReason, refused) {
      refusals += 1;
      if (reason === undefined)
        log.error({ reason: newReason }, 'the provider refuses our login or configuration');
      reason ??= newReason;
      await tripProviderSwitch(database, newReason, refused);
    },
    stop: () => looking.stop(),
  };
}
