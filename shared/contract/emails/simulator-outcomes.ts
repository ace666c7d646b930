// The outcomes that the mailbox simulator knows (docs/reference/simulator.md): the address of each, and what a program sees
// of it.

/** The part of an address that names an outcome. */
export type SimulatorOutcome = 'delivered' | 'bounced' | 'complained' | 'suppressed' | 'delayed' | 'failed';

interface OutcomeWords {
  id: SimulatorOutcome;
  label: string;
  /** The outcome, as a sentence. */
  meaning: string;
  /** The events that webhooks get, in this order. */
  events: readonly string[];
}

/** All of them, in the order of their addresses. */
export const SIMULATOR_OUTCOMES: readonly OutcomeWords[] = [
  {
    id: 'delivered',
    label: 'Delivered',
    meaning: 'The mailbox accepts the email.',
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
    meaning: 'The email arrives and is reported as spam.',
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
    meaning: 'The server is busy at first and accepts the email 2 seconds later.',
    events: ['email.delivery_delayed', 'email.sent', 'email.delivered'],
  },
  {
    id: 'failed',
    label: 'Failed',
    meaning: 'The server refuses the message itself.',
    events: ['email.failed'],
  },
];
