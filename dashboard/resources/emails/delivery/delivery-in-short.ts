// What became of an email for one recipient, in a line: the last thing that happened, or what it waits for, and why. Pure;
// the timeline has the whole story.
import type { Email } from '../../../api/generated/types.ts';
import type { Delivery, DeliveryStep } from './deliveries.ts';
import { nextOf, titleOf } from './step-words.ts';

/** The line. */
export interface DeliveryInShort {
  title: string;
  at: string | null;
  /** Why, in a sentence. */
  message: string | null;
  /** What the mail server replied, verbatim. */
  reply: string | null;
}

/** The line of a delivery. */
export function deliveryInShort(email: Email, delivery: Delivery): DeliveryInShort {
  const { steps } = delivery;
  const last = steps.at(-1);
  const next = nextOf(email, delivery);
  const { message = null, reply = null } = reasonOf(steps) ?? {};
  if (next) return { title: next.title, at: next.at, message, reply };
  if (!last) return { title: 'Accepted', at: email.created_at, message: null, reply: delivery.smtp_reply };
  return { title: titleOf(last), at: last.at, message, reply };
}

/** The last step that says why. */
function reasonOf(steps: readonly DeliveryStep[]): DeliveryStep | undefined {
  return steps.findLast(({ message, reply }) => message !== null || reply !== null);
}
