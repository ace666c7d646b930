// The words of what happened to a recipient of an email, and of what comes next.
import type { Email } from '../../../api/generated/types.ts';
import { isVote } from '../../../format/poll-link.ts';
import type { Delivery, DeliveryStep } from './deliveries.ts';

const TITLES: Readonly<Record<DeliveryStep['type'], string>> = {
  scheduled: 'Scheduled',
  sent: 'Sent',
  delivered: 'Delivered',
  delivery_delayed: 'Delayed',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  complained: 'Reported as spam',
  suppressed: 'Suppressed',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** The next step of a recipient. */
export interface NextStep {
  title: string;
  at: string | null;
  isLate: boolean;
}

/** The words of a step. */
export function titleOf(step: DeliveryStep): string {
  const title = isVote(step.hit?.link) ? 'Voted in the poll' : TITLES[step.type];
  if (isByMachine(step)) return `${title} by a machine`;
  if (step.saidBy !== null) return `${title}, as the provider ${step.saidBy} says`;
  return step.isReported ? `${title}, by a report that came back` : title;
}

/** The provider that sends most mail. */
const DEFAULT_PROVIDER = 'default';

/** "2 attempts, the last by the provider ses". */
export function attemptsText({ attempts, provider }: Pick<Delivery, 'attempts' | 'provider'>): string {
  const count = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  if (provider === null || provider === DEFAULT_PROVIDER) return count;
  return `${count}, ${attempts === 1 ? '' : 'the last '}by the provider ${provider}`;
}

/** Whether a machine has opened the email or followed the link. */
export function isByMachine({ hit }: DeliveryStep): boolean {
  return hit !== null && hit.machine !== null;
}

/** The next step of the recipient; undefined: none. */
export function nextOf(
  email: Email,
  { status, attempts, next_attempt_at: at }: Delivery,
): NextStep | undefined {
  if (status === 'pending') return { at: email.scheduled_at, title: 'To be sent', isLate: false };
  if (status === 'queued') return { at, title: 'Waits for a worker', isLate: false };
  if (status === 'sending') return { at: null, title: `Attempt ${attempts} runs`, isLate: false };
  if (status === 'delivery_delayed') return { at, title: `Attempt ${attempts + 1}`, isLate: true };
  return undefined;
}
