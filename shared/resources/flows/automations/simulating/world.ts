// What the steps of a simulation see and change: the contact in memory, and the mails that are rendered and not sent.
import type { ContactState } from './contact-state.ts';
import type { DeclaredProperties } from './find-person.ts';
import type { SimulatedMails } from './simulated-mail.ts';
import type { SimulateDeps } from './simulation.ts';

/** The surroundings of a step in a simulation. */
export interface SimulatedWorld {
  database: SimulateDeps['database'];
  accountId: string;
  contact: ContactState;
  declared: DeclaredProperties;
  mails: Pick<SimulatedMails, 'send'>;
}

/** The outcome of a step that is done. */
export const DONE = { status: 'completed', output: null } as const;
