// The addresses of the simulator domain (decisions.md §2): each local part stands for an end that mail can have, so
// that a client can try its handling of all of them. Nothing is sent; the same address always ends the same way.
import type { SmtpReply } from '../../shared/mail/smtp-reply.ts';
import type { AttemptResult } from '../../shared/resources/emails/delivery/record.ts';

/** How a simulated mail ends. */
export interface SimulatedDelivery {
  result: Exclude<AttemptResult, 'sent' | 'returned'>;
  /** What a server would have said. */
  reply: SmtpReply;
}

const DELIVERED: SimulatedDelivery = {
  result: 'delivered',
  reply: { code: 250, enhanced: '2.0.0', text: 'Simulated delivery' },
};

const ENDS: Readonly<Record<string, SimulatedDelivery>> = {
  bounced: {
    result: 'bounced',
    reply: { code: 550, enhanced: '5.1.1', text: 'Simulated bounce: no such user' },
  },
  complained: {
    result: 'complained',
    reply: { code: 250, enhanced: '2.0.0', text: 'Simulated delivery, then a complaint' },
  },
  suppressed: {
    result: 'suppressed',
    reply: { code: 550, enhanced: '5.1.1', text: 'Simulated suppression' },
  },
  failed: {
    result: 'failed',
    reply: { code: 554, enhanced: '5.7.1', text: 'Simulated failure: refused by policy' },
  },
};

const DELAYED: SimulatedDelivery = {
  result: 'delayed',
  reply: { code: 451, enhanced: '4.3.0', text: 'Simulated delay: try again later' },
};

/**
 * The end of a mail to a local part of the simulator domain; a `+label` makes no difference.
 * @param earlierAttempts how often it was tried before: a delayed mail is delivered by its second try
 */
export function simulateDelivery(localPart: string, earlierAttempts: number): SimulatedDelivery {
  const name = localPart.toLowerCase().replace(/\+.*$/s, '');
  if (name === 'delayed') return earlierAttempts === 0 ? DELAYED : DELIVERED;
  return Object.hasOwn(ENDS, name) ? (ENDS[name] ?? DELIVERED) : DELIVERED;
}
