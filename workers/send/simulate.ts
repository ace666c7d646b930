// Recipients of the simulator domain: nothing is sent, the outcome is the one that their address asks for
// (decisions.md §2). They are never checked against the suppression list.
import { isSimulatorAddress } from '../../shared/mail/simulator-address.ts';
import { simulateDelivery } from '../transports/simulator.ts';
import { describeReply } from '../transports/smtp/replies/reply.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';

/** A simulated delay is over soon: somebody is waiting to see it. */
const SIMULATED_DELAY_MS = 2_000;

/** The simulated end of an attempt; undefined when its recipient is a real one. */
export function simulate({ recipient }: Attempt, simulatorDomain: string, now: Date): AttemptEnd | undefined {
  if (!isSimulatorAddress(recipient.address, simulatorDomain)) return undefined;
  const localPart = recipient.address.slice(0, recipient.address.lastIndexOf('@'));
  const { result, reply } = simulateDelivery(localPart, recipient.attempts - 1);
  const nextAttemptAt = new Date(now.getTime() + SIMULATED_DELAY_MS);
  return {
    result,
    code: reply.code,
    text: describeReply(reply),
    ...(result === 'delayed' && { nextAttemptAt }),
  };
}
