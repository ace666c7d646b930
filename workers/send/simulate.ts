// The mailbox simulator in the worker: nothing is sent to recipients of the simulator domain, and their address chooses
// the outcome (docs/reference/simulator.md). They are never checked against the suppression list.
import { isSimulatorAddress } from '../../shared/mail/simulator-address.ts';
import { simulateDelivery } from '../transports/simulator.ts';
import { describeReply } from '../transports/smtp/replies/reply.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';

/** A simulated delay is short, because a person or a test waits for it. */
const SIMULATED_DELAY_MS = 2_000;

/** The simulated end of an attempt; undefined for a real recipient. */
export function simulate(
  { recipient }: Attempt,
  simulatorDomains: readonly string[],
  now: Date,
): AttemptEnd | undefined {
  if (!isSimulatorAddress(recipient.address, simulatorDomains)) return undefined;
  const at = recipient.address.lastIndexOf('@');
  const { result, reply, reason } = simulateDelivery(recipient.address.slice(0, at), recipient.attempts - 1);
  const nextAttemptAt = new Date(now.getTime() + SIMULATED_DELAY_MS);
  return {
    result,
    isSimulated: true,
    code: reply.code,
    text: describeReply(reply),
    server: recipient.address.slice(at + 1),
    ...(reason && { reason }),
    ...(result === 'delayed' && { nextAttemptAt }),
  };
}
