// The outcomes of the mailbox simulator (docs/reference/simulator.md): each local part of the simulator domain stands
// for one outcome, so that a client can test how it handles all of them. Nothing is sent; the same address always has
// the same outcome.
import type { EmailEventReason } from '../../shared/contract/emails/reasons.ts';
import type { SmtpReply } from '../../shared/mail/smtp-reply.ts';
import type { AttemptResult } from '../../shared/resources/messaging/emails/delivery/record.ts';

/** A simulated outcome. */
export interface SimulatedDelivery {
  result: Exclude<AttemptResult, 'sent' | 'returned'>;
  /** The reply that a server would have sent. */
  reply: SmtpReply;
  /** Why, where the result is not a success. */
  reason?: EmailEventReason;
}

const DELIVERED: SimulatedDelivery = {
  result: 'delivered',
  reply: { code: 250, enhanced: '2.0.0', text: 'Simulated delivery' },
};

const ENDS: Readonly<Record<string, SimulatedDelivery>> = {
  bounced: {
    result: 'bounced',
    reason: 'unknown_mailbox',
    reply: { code: 550, enhanced: '5.1.1', text: 'Simulated bounce: no such user' },
  },
  complained: {
    result: 'complained',
    reply: { code: 250, enhanced: '2.0.0', text: 'Simulated delivery, then a complaint' },
  },
  suppressed: {
    result: 'suppressed',
    reason: 'suppressed_address',
    reply: { code: 550, enhanced: '5.1.1', text: 'Simulated suppression' },
  },
  failed: {
    result: 'failed',
    reason: 'policy_refused',
    reply: { code: 554, enhanced: '5.7.1', text: 'Simulated failure: refused by policy' },
  },
};

const DELAYED: SimulatedDelivery = {
  result: 'delayed',
  reason: 'temporary_failure',
  reply: { code: 451, enhanced: '4.3.0', text: 'Simulated delay: try again later' },
};

/**
 * The outcome of a mail to a local part of the simulator domain; a `+label` is ignored.
 * @param earlierAttempts number of earlier attempts: a delayed mail is delivered by its second attempt
 */
export function simulateDelivery(localPart: string, earlierAttempts: number): SimulatedDelivery {
  const name = localPart.toLowerCase().replace(/\+.*$/s, '');
  if (name === 'delayed') return earlierAttempts === 0 ? DELAYED : DELIVERED;
  return Object.hasOwn(ENDS, name) ? (ENDS[name] ?? DELIVERED) : DELIVERED;
}
