// People that an account may send to, by their address: the objects in answers, as JSON Schemas.
import { RUN_STATUSES, STEP_RUN_STATUSES } from '../automations/values.ts';
import { CONTACT_TRACKING } from '../contacts/values.ts';
import { EMAIL_SOURCES, EMAIL_STATUSES, HIT_MACHINES, RECIPIENT_KINDS } from '../emails/values.ts';
import * as field from '../shapes.ts';
import { SUPPRESSION_ORIGINS } from '../suppressions/values.ts';
import { TOPIC_SUBSCRIPTIONS } from '../topics/values.ts';
import { DECIDED_BY, TIMELINE_ACTORS, TIMELINE_TYPES } from './values.ts';

const UNSUBSCRIBED = field.inner({
  since: field.time('When the address unsubscribed from everything'),
  by: field.oneOf('`person`: on a page or through a mail client; `account`: through the API', DECIDED_BY),
  email_id: field.idOrNull('Id of the email whose link was used; null: none or unknown'),
});

const SUPPRESSION = field.inner({
  origin: field.oneOf(
    '`bounce`: an email bounced; `complaint`: an email was reported as spam; `manual`: the address was added manually',
    SUPPRESSION_ORIGINS,
  ),
  since: field.time('When the address was added to the suppression list'),
  email_id: field.idOrNull('Id of the email that caused it; null: it was added manually'),
  reply: field.textOrNull('Reply of the server that refused the email; null: there was none'),
});

const NAMED = (what: string) => ({
  id: field.id(`Id of the ${what}`),
  name: field.textOrNull(`Name of the ${what}; null: it was deleted`),
});

const orNull = (description: string, fields: field.ObjectFields) =>
  ({ ...field.inner(fields), description, type: ['object', 'null'] }) as const;

const TIMELINE_EMAIL = {
  id: field.idOrNull('Id of the email; null: it was refused, so nothing else is stored'),
  subject: field.textOrNull('Subject'),
  from: field.textOrNull('Sender, as submitted'),
  kind: field.oneOf('Field that named the address as a recipient; null: the email was refused', [
    ...RECIPIENT_KINDS,
    null,
  ]),
  status: field.oneOf('State of this recipient; null: the email was refused', [...EMAIL_STATUSES, null]),
  source: field.oneOf('How the email was submitted; null: it was refused', [...EMAIL_SOURCES, null]),
  topic_id: field.idOrNull('Id of its topic'),
  automation_id: field.idOrNull('Id of the automation that sent it'),
  scheduled_at: field.timeOrNull('When it is or was due; null: immediately'),
  smtp_code: field.integerOrNull('Code of the last reply of the mail server'),
  smtp_reply: field.textOrNull('The last reply of the mail server'),
  hits: field.groups('Last 20 opens and clicks by this recipient, oldest first', {
    type: field.oneOf('What was done', ['opened', 'clicked']),
    at: field.time('When'),
    link: field.textOrNull('The link that was clicked; null: the email was opened'),
    machine: field.oneOf('The kind of machine that did it; null: a person did', [...HIT_MACHINES, null]),
  }),
  vote: orNull('Vote of the address in the poll of this email; null: none', {
    poll_id: field.id('Id of the poll'),
    option: field.text('Label of the option'),
    at: field.time('When it was chosen'),
  }),
};

const TIMELINE_EVENT = {
  id: field.idOrNull('Id of the event; null: it was refused'),
  name: field.text('Name of the event'),
  domain: field.textOrNull('Name of the domain; null: it was deleted, or the event was refused'),
  waits_resolved: field.count('Number of waiting runs that the event continued'),
  automations: field.groups('The automations with this trigger, and the effect of the event on each', {
    ...NAMED('automation'),
    run_id: field.idOrNull('Id of the run that started; null: none'),
    reason: field.textOrNull('Why no run started, as in the events of a contact; null: a run started'),
  }),
};

const TIMELINE_RUN = {
  automation: field.group('The automation', NAMED('automation')),
  status: field.oneOf('State of the run', RUN_STATUSES),
  steps: field.groups('The steps that the run reached, in order', {
    key: field.text('Key of the step'),
    status: field.oneOf('State of the step', STEP_RUN_STATUSES),
    reason: field.textOrNull('Why it was skipped or failed; null: neither happened'),
    email_id: field.idOrNull('Id of the email that it sent'),
    at: field.time('When it ended; if it has not, when it started'),
  }),
};

const TIMELINE_CHANGE = {
  fields: field.texts('Names of the contact fields that a PATCH changed'),
  unsubscribed: field.flagOrNull(
    'Whether the address is unsubscribed from everything since then; null: no change',
  ),
  tracking: field.oneOf('Whether the address can be tracked since then; null: no change', [
    ...CONTACT_TRACKING,
    null,
  ]),
  entered: field.groups('The static segments that the contact was added to', NAMED('segment')),
  left: field.groups('The static segments that the contact was removed from', NAMED('segment')),
  topics: field.groups('The topics whose subscription changed', {
    ...NAMED('topic'),
    subscription: field.oneOf('The new subscription', TOPIC_SUBSCRIPTIONS),
  }),
};

const TIMELINE_ENTRY = {
  id: field.id('Id of the email, event, run, campaign, import or record of the entry'),
  type: field.oneOf('Type of the entry', TIMELINE_TYPES),
  created_at: field.time('When it happened; for an email or an import, when it was accepted'),
  reason: field.textOrNull('Why nothing was sent or started, as a code; null: something was, or will be'),
  message: field.textOrNull('The same as a sentence'),
  contact_id: field.idOrNull(
    'Id of the contact, who may have been deleted; null: the entry is about the address',
  ),
  by: orNull('Who made the change; null: the entry is an email, an event, a run or a campaign', {
    type: field.oneOf(
      '`api_key`; `member`: a signed-in member of the account; `person`: the owner of the address, on a page; `event`; `import`; `operator`: of the service',
      TIMELINE_ACTORS,
    ),
    id: field.idOrNull('Id of the key, of the member, of the event or of the import'),
  }),
  email: orNull('The email; null: the entry is about something else', TIMELINE_EMAIL),
  event: orNull('The event; null: the entry is about something else', TIMELINE_EVENT),
  run: orNull('The run of an automation; null: the entry is about something else', TIMELINE_RUN),
  campaign: orNull('The campaign that sent the email or left the contact out; null: none', NAMED('campaign')),
  change: orNull(
    'What was changed; null: the entry is about something else, or comes from an import',
    TIMELINE_CHANGE,
  ),
};

/** Name of an object → its fields. */
export const PERSON_OBJECTS = {
  Person: {
    object: field.type('person'),
    address: field.text('The address, in lower case'),
    contacts: field.groups('The contacts of the address, those of the default audience first', {
      id: field.id('Id of the contact'),
      audience: field.group('The audience that the contact is in', {
        id: field.id('Id of the audience'),
        name: field.text('Name of the audience'),
      }),
      domains: field.texts('Names of the domains that use the audience, in alphabetical order'),
      created_at: field.time('When the contact was created'),
    }),
    unsubscribed: {
      ...UNSUBSCRIBED,
      description: 'The unsubscribe from everything; null: the address has not unsubscribed',
      type: ['object', 'null'],
    },
    topics: field.groups('All topics of the account, newest first', {
      id: field.id('Id of the topic'),
      name: field.text('Name of the topic'),
      subscription: field.oneOf(
        '`opt_in`: the address receives emails of the topic, by choice or by default; `opt_out`: it does not',
        TOPIC_SUBSCRIPTIONS,
      ),
      since: field.timeOrNull('When it was chosen; null: not chosen, so the default of the topic applies'),
      by: field.oneOf('Who chose it; null: not chosen', [...DECIDED_BY, null]),
    }),
    suppression: {
      ...SUPPRESSION,
      description: 'The entry on the suppression list; null: the address is not on it',
      type: ['object', 'null'],
    },
    tracking: field.group('Whether opens and clicks of the address can be tracked', {
      status: field.oneOf('`refused`: they are not tracked', CONTACT_TRACKING),
      since: field.timeOrNull('When it was refused; null: it was not'),
      by: field.oneOf('Who refused it; null: it was not refused', [...DECIDED_BY, null]),
      email_id: field.idOrNull('Id of the email whose link was used; null: there was none'),
    }),
  },
  TimelineEntry: TIMELINE_ENTRY,
} as const satisfies Record<string, field.ObjectFields>;
