// The mail that a step submits, and what the step shows of it.
import { type MailLane, type NewEmail, newEmail } from '../../../messaging/emails/email.ts';
import { nextHop } from '../../../messaging/receiving/hops.ts';
import type { EmailContents, TemplateEmail } from '../../../messaging/templates/rendering/render-for-send.ts';

/** The fields of a run's mail besides its contents. A simulation has no run. */
export interface StepMail extends Pick<NewEmail, 'run'> {
  id: string;
  automationId: string;
  lane: MailLane;
  topicId: string | null;
  /** The hops of the received email that led to it; null: none did. */
  hops: number | null;
  now: Date;
}

/** The mail of a step. */
export function newMailOf(
  { accountId, to }: Pick<TemplateEmail, 'accountId' | 'to'>,
  contents: EmailContents,
  { id, automationId, run, lane, topicId, hops, now }: StepMail,
): NewEmail {
  return newEmail(contents, {
    id,
    accountId,
    source: 'automation',
    automationId,
    run,
    lane,
    to: [...to],
    topicId,
    createdAt: now,
    // RFC 3834 §5: programs do not answer it.
    headers: hops === null ? {} : { 'Auto-Submitted': 'auto-replied', ...nextHop(hops) },
  });
}

/** The template of a mail and its variables, as the output of the step shows them. */
export function shownTemplateOf(
  { variables }: Pick<TemplateEmail, 'variables'>,
  { templateId }: Pick<EmailContents, 'templateId'>,
): { id: string | null; variables: TemplateEmail['variables'] | null } {
  return { id: templateId, variables: Object.keys(variables).length > 0 ? variables : null };
}
