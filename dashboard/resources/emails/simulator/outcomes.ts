// The outcomes that the simulator knows (docs/reference/simulator.md): the address of each, and what a program sees of it. Pure.
import type { SendEmailBody } from '../../../api/generated/types.ts';

/** The part of an address that names an outcome. */
export type Outcome = 'delivered' | 'bounced' | 'complained' | 'suppressed' | 'delayed' | 'failed';

interface OutcomeWords {
  id: Outcome;
  label: string;
  /** What happens, as a sentence. */
  meaning: string;
  /** The events that webhooks get, in this order. */
  events: readonly string[];
}

/** All of them. */
export const OUTCOMES: readonly OutcomeWords[] = [
  {
    id: 'delivered',
    label: 'Delivered',
    meaning: 'The mailbox takes the mail.',
    events: ['email.sent', 'email.delivered'],
  },
  {
    id: 'bounced',
    label: 'Bounced',
    meaning: 'There is no such mailbox.',
    events: ['email.bounced', 'suppression.added'],
  },
  {
    id: 'complained',
    label: 'Complained',
    meaning: 'It arrives, and is reported as spam.',
    events: ['email.sent', 'email.delivered', 'email.complained', 'suppression.added'],
  },
  {
    id: 'suppressed',
    label: 'Suppressed',
    meaning: 'The address is suppressed, so nothing is sent.',
    events: ['email.suppressed'],
  },
  {
    id: 'delayed',
    label: 'Delayed',
    meaning: 'The server is busy at first, and takes it two seconds later.',
    events: ['email.delivery_delayed', 'email.sent', 'email.delivered'],
  },
  {
    id: 'failed',
    label: 'Failed',
    meaning: 'The server refuses the mail itself.',
    events: ['email.failed'],
  },
];

/** How many events the mail itself has. */
export function stepsOf(outcome: Outcome): number {
  const { events = [] } = OUTCOMES.find(({ id }) => id === outcome) ?? {};
  return events.filter((name) => name.startsWith('email.')).length;
}

const LOCAL_PART_MAX = 64;

/** Where a person's mail with this outcome goes: `bounced+ana@simulator.test`. */
export function simulatorAddress(outcome: Outcome, email: string, domain: string): string {
  const label = email
    .slice(0, email.lastIndexOf('@'))
    .replace(/[^\w.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, LOCAL_PART_MAX - outcome.length - 1)
    .replace(/^[.-]+|[.-]+$/g, '');
  return `${label === '' ? outcome : `${outcome}+${label}`}@${domain}`;
}

/** The mail that tries an outcome. */
export function simulatedMail(outcome: Outcome, from: string, to: string): SendEmailBody {
  return {
    from,
    to: [to],
    subject: `Simulator: ${outcome}`,
    text: `This mail tries the outcome ${outcome} at the simulator. No mail server was asked.`,
    tags: [{ name: 'simulator', value: outcome }],
  };
}
