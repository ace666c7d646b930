// Polls: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { POLL_RESULTS, POLL_STATUSES } from './values.ts';

/** A poll in a list. One of the three ids is set. */
const POLL_ITEM = {
  id: field.ID,
  question: field.text('The question'),
  campaign_id: field.idOrNull('The campaign with the poll; null: it is in other mail'),
  email_id: field.idOrNull('The email with the poll; null: it is in other mail'),
  template_id: field.idOrNull('The template with the poll; null: it is in other mail'),
  total_votes: field.count('Number of addresses that voted'),
  status: field.oneOf('`closed`: `closes_at` has passed, and votes no longer count', POLL_STATUSES),
  results: field.oneOf(
    '`public`: the page shows the votes for each option to people who voted, and to everyone after the poll ends',
    POLL_RESULTS,
  ),
  closes_at: field.timeOrNull('When voting ends; null: never'),
  created_at: field.CREATED_AT,
  last_vote_at: field.timeOrNull('When a vote was last cast or changed; null: there are no votes'),
} as const;

/** Name of an object → its fields. */
export const POLL_OBJECTS = {
  PollItem: POLL_ITEM,
  Poll: {
    object: field.type('poll'),
    ...POLL_ITEM,
    options: field.groups('The answers, in the order of the email', {
      id: field.id('Id of the option'),
      label: field.text('Text of the option'),
      position: field.positive('Its position, from 1'),
      votes: field.count('Number of addresses that chose it'),
      percentage: field.rate('Share of all votes, in percent with one decimal; 0 without votes'),
    }),
  },
  PollVote: {
    id: field.ID,
    contact_id: field.idOrNull('The contact of the address; null: there is none, or the person was erased'),
    email: field.text('The address that voted, as in the email; empty: the person was erased'),
    email_id: field.id('The email whose link cast the last vote'),
    option_id: field.id('The option chosen last'),
    created_at: field.time('When the address first voted'),
    updated_at: field.time('When the vote was last changed'),
  },
} as const satisfies Record<string, field.ObjectFields>;
