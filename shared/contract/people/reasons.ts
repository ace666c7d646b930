// The reasons why nothing was sent or started, in sentences for readers of a timeline. Emails have those of
// shared/contract/emails/reasons.ts.
import type { CAMPAIGN_LEFT_OUT_REASONS } from '../campaigns/values.ts';
import type { NOT_STARTED_REASONS } from '../events/values.ts';

/** Why an event has started no run of an automation with its trigger. */
export const NOT_STARTED: Readonly<Record<(typeof NOT_STARTED_REASONS)[number], string>> = {
  disabled: 'The automation with this trigger is disabled.',
  machine: 'The email is from a program, and Posthorn does not answer programs.',
  answered: 'An email from this address already started the automation within the last hour.',
  active: 'A run of the contact is in progress, and the contact can enter again only when it is done.',
  once: 'The address has entered the automation before, and can enter only once.',
  limit: 'The contact has the maximum number of active runs.',
  quota: 'The quota of automation runs is used up.',
  loop: 'The automation caused this event, so it does not start again.',
};

/** Why an event has started nothing at all. */
export const NOTHING_LISTENS =
  'No automation of the domain has this trigger, and no run waits for the event.';

/** Why a run was cancelled. Of one that waits, the reason is the name of an error. */
export const ENDED_RUN: Readonly<Record<string, string>> = {
  stopped: 'The automation was stopped.',
  cancelled: 'The run was cancelled.',
  contact_deleted: 'The contact was deleted.',
};

/** Why a step of a run has sent nothing. */
export const SKIPPED_STEP: Readonly<Record<string, string>> = {
  unsubscribed: 'The address has unsubscribed from everything.',
  topic: 'The address does not receive emails of the topic of this step.',
  suppressed: 'The address is suppressed, or cannot receive mail.',
};

/** Why a campaign has left a contact of its audience out. */
export const LEFT_OUT_OF_CAMPAIGN: Readonly<
  Record<(typeof CAMPAIGN_LEFT_OUT_REASONS)[number] | 'canceled', string>
> = {
  unsubscribed: 'The address has unsubscribed from everything.',
  opted_out: 'The address does not receive emails of the topic of the campaign.',
  suppressed: 'The address is suppressed.',
  reserved: 'The address is at a reserved domain, which cannot receive mail.',
  invalid: 'The address is not valid for sending.',
  deleted: 'The contact was deleted before the email was sent.',
  render_failed: 'The campaign could not be rendered for this contact.',
  canceled: 'The campaign was canceled before it reached this contact.',
};
