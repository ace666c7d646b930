// How an attempt ends that is not made because its destination rests (docs/architecture/destinations.md): the mail waits without
// using up a try, and its events say so once for each rest; after 72 hours it has failed.
import { EMAIL_EVENT_REASONS, type EmailEventReason } from '../../shared/contract/emails/reasons.ts';
import { HOUR_MS } from '../../shared/platform/time/durations.ts';
import type { DestinationRest } from '../../shared/resources/messaging/destinations/destination.ts';
import { dueTimeOf } from '../../shared/resources/messaging/emails/delivery/held/held-mail.ts';
import type { RestOfRecipient } from '../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';
import type { Destination } from '../transports/pacing/destination.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';

/** The time for which mail is tried (shared/mail/retry-schedule.ts). */
const WAITS_MAX_MS = 72 * HOUR_MS;

/** Whether mail has waited for as long as it may. @param dueAt when it was due at first; null: its email no longer exists */
export function hasWaitedOut(dueAt: Date | null, now: Date): boolean {
  return dueAt !== null && now.getTime() - dueAt.getTime() >= WAITS_MAX_MS;
}

/** The end of an attempt whose destination rests; undefined: it may be made. */
export function endByRest({ email, recipient, way }: Attempt, now: Date): AttemptEnd | undefined {
  const destination = way?.destination;
  const rest = destination?.resting;
  // A provider of ours was checked when the mail got its slot; it is checked again before the content.
  if (!destination || !rest || destination.gate) return undefined;
  const reason = reasonOf(rest);
  const message = describeRest(destination, rest);
  const words = { reason, message, text: message } as const;
  if (hasWaitedOut(dueTimeOf(email), now)) return { result: 'failed', ...words, isRefunded: true };
  const nextAttemptAt = destination.turnOf({ accountId: email.accountId, wasPutOff: true }, 0);
  if (recipient.announcedRest?.getTime() === rest.beganAt.getTime())
    return { result: 'returned', text: message, nextAttemptAt };
  return { result: 'rested', ...words, nextAttemptAt, rest: restOf(destination, rest) };
}

/**
 * Ends a try that made its destination rest, or found it resting: its event says so, and the mail returns when it would
 * be tried, or after the rest.
 */
export function announceRest(end: AttemptEnd, { email, way }: Attempt): AttemptEnd {
  const destination = way?.destination;
  const rest = destination?.resting;
  if (end.result !== 'delayed' || !destination || !rest || destination.gate) return end;
  const turn = destination.turnOf({ accountId: email.accountId, wasPutOff: true }, 0);
  end.message = describeRest(destination, rest);
  end.nextAttemptAt = new Date(Math.max(end.nextAttemptAt?.getTime() ?? 0, turn.getTime()));
  end.rest = restOf(destination, rest);
  return end;
}

function restOf({ key: destination }: Destination, { beganAt }: DestinationRest): RestOfRecipient {
  return { destination, beganAt };
}

function reasonOf({ reason }: DestinationRest): EmailEventReason {
  return reason === 'blocked' ? 'address_blocked' : 'service_not_available';
}

/** For clients: our addresses are not theirs to know. */
function describeRest({ provider: { name } }: Destination, rest: DestinationRest): string {
  const until = rest.until.toISOString().replace(/\.\d+/, '');
  const sentence = EMAIL_EVENT_REASONS[reasonOf(rest)];
  const words = rest.reason === 'operator' ? '' : ` It said: ${rest.reply}`;
  return `${sentence} Posthorn sends nothing to the mailbox provider ${name} from this address until ${until}.${words}`;
}
