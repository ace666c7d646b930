// Reads the small forms of the unsubscribe pages, and what they ask for. Mail clients send the one-click POST of RFC 8058
// to the same URL, urlencoded or multipart and in whatever form their authors chose, so a body that is none of our
// forms is not an error.
import type { Request } from 'express';
import type { TopicSubscription } from '../../../shared/resources/audience/topics/topic.ts';
import type { PersonDecision } from '../../../shared/resources/messaging/preferences/decision.ts';
import { readFields } from '../read-fields.ts';

/** `from` of a form that unsubscribes from everything, in place of the id of a topic. */
export const EVERYTHING = 'everything';

/** The forms of the pages; each names itself in the field `action`. */
type FormAction = 'unsubscribe' | 'resubscribe' | 'save' | 'tracking' | 'undo';

/** A form that a person has submitted. */
export interface SubmittedForm {
  action: FormAction;
  decision: PersonDecision;
}

/**
 * Reads a body.
 * @returns undefined: it is none of our forms, larger than 16 KB, or empty
 * @throws DomainError when the body ended before it was complete: a part of a request changes nothing
 */
export async function readForm(request: Request): Promise<SubmittedForm | undefined> {
  const form = await readFields(request);
  const action = form.get('action');
  // It is the whole of the one-click POST; a form of ours does not have it.
  if (form.has('List-Unsubscribe') || !isAction(action)) return undefined;
  return { action, decision: DECISIONS[action](form) };
}

/** Action → how its fields are read. The token is the right to decide, so a form may ask for whatever the page offers. */
const DECISIONS: Readonly<Record<FormAction, (form: URLSearchParams) => PersonDecision>> = {
  unsubscribe(form) {
    const from = form.get('from') ?? EVERYTHING;
    return from === EVERYTHING ? { unsubscribed: true } : { choices: new Map([[from, 'opt_out']]) };
  },
  resubscribe: () => ({ unsubscribed: false }),
  // A topic that was created after the page was opened is not in `shown`, so it is not opted out of.
  save(form) {
    const checked = new Set(form.getAll('topic'));
    const choiceOf = (id: string): TopicSubscription => (checked.has(id) ? 'opt_in' : 'opt_out');
    return { choices: new Map(form.getAll('shown').map((id) => [id, choiceOf(id)])) };
  },
  tracking: readTracking,
  undo(form) {
    const unsubscribed = form.get('unsubscribed');
    const choices = (['opt_in', 'opt_out'] as const).flatMap((subscription) =>
      form.getAll(subscription).map((id) => [id, subscription] as const),
    );
    return {
      ...(unsubscribed !== null && { unsubscribed: unsubscribed === 'true' }),
      ...readTracking(form),
      choices: new Map(choices),
    };
  },
};

function readTracking(form: URLSearchParams): PersonDecision {
  const tracking = form.get('tracking');
  return tracking === 'refused' || tracking === 'allowed' ? { refusesTracking: tracking === 'refused' } : {};
}

function isAction(action: string | null): action is FormAction {
  return action !== null && Object.hasOwn(DECISIONS, action);
}
