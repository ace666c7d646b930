// The mail that tries an outcome of the simulator (docs/reference/simulator.md), and the address that it goes to. Pure.
import {
  SIMULATOR_OUTCOMES,
  type SimulatorOutcome,
} from '../../../../shared/contract/emails/simulator-outcomes.ts';
import type { SendEmailBody } from '../../../api/generated/types.ts';

/** How many events the mail itself has. */
export function stepsOf(outcome: SimulatorOutcome): number {
  const { events = [] } = SIMULATOR_OUTCOMES.find(({ id }) => id === outcome) ?? {};
  return events.filter((name) => name.startsWith('email.')).length;
}

const LOCAL_PART_MAX = 64;

/** The address for a person's mail with this outcome: `bounced+ana@simulator.test`. */
export function simulatorAddress(outcome: SimulatorOutcome, email: string, domain: string): string {
  const label = email
    .slice(0, email.lastIndexOf('@'))
    .replace(/[^\w.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, LOCAL_PART_MAX - outcome.length - 1)
    .replace(/^[.-]+|[.-]+$/g, '');
  return `${label === '' ? outcome : `${outcome}+${label}`}@${domain}`;
}

/** The mail that tries an outcome. */
export function simulatedMail(outcome: SimulatorOutcome, from: string, to: string): SendEmailBody {
  return {
    from,
    to: [to],
    subject: `Simulator: ${outcome}`,
    text: `This email tests the simulator outcome ${outcome}. It is not sent to a mail server.`,
    tags: [{ name: 'simulator', value: outcome }],
  };
}
