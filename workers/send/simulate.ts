// Recipients of the simulator domain: nothing is sent, the outcome is the one that their address asks for
// (decisions.md §2). They are never checked against the suppression list.
import { simulateDelivery } from '../transports/simulator.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';

/** A simulated delay is over soon: somebody is waiting to see it. */
const SIMULATED_DELAY_MS = 2_000;

/** The simulated end of an attempt; undefined when its recipient is a real one. */
export function simulate({ recipient }: Attempt, simulatorDomain: string, now: Date): AttemptEnd | undefined {
  const at = recipient.address.lastIndexOf('@');
  if (recipient.address.slice(at + 1) !== simulatorDomain) return undefined;
  const { result, reply } = simulateDelivery(recipient.address.slice(0, at), recipient.attempts - 1);
  const text = `${reply.enhanced} ${reply.text}`;
  const nextAttemptAt = new Date(now.getTime() + SIMULATED_DELAY_MS);
  return { result, code: reply.code, text, ...(result === 'delayed' && { nextAttemptAt }) };
}
