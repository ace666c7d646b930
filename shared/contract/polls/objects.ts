// Polls: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { POLL_RESULTS, POLL_STATUSES } from './values.ts';

/** A poll in a list. One of the three ids is set. */
const POLL_ITEM = {
  id: field.ID,
  question: field.text('The question'),
  campaign_id: field.idOrNull('The campaign that asks; null: another mail does'),
  email_id: field.idOrNull('The email that asks; null: another mail does'),
  template_id: field.idOrNull('The template whose mail asks; null: another mail does'),
  total_votes: field.count('Addresses that have voted'),
  status: field.oneOf('`closed`: `closes_at` is over, and no vote counts any more', POLL_STATUSES),
  results: field.oneOf(
    '`public`: the page shows the votes of each option to a person who has voted, and after the end',
    POLL_RESULTS,
  ),
  closes_at: field.timeOrNull('When it ends; null: never'),
  created_at: field.CREATED_AT,
  last_vote_at: field.timeOrNull('When a vote was last given or changed; null: there was none'),
} as const;

/** Name of an object → its fields. */
export const POLL_OBJECTS = {
  PollItem: POLL_ITEM,
  Poll: {
    object: field.type('poll'),
    ...POLL_ITEM,
    options: field.groups('The answers to choose from, in the order of the mail', {
      id: field.id('Id of the option'),
      label: field.text('What it says'),
      position: field.positive('Its place, from 1 on'),
      votes: field.count('Addresses whose vote it is'),
      percentage: field.rate('Its share of all votes, in percent with one decimal; 0 without a vote'),
    }),
  },
  PollVote: {
    id: field.ID,
    contact_id: field.idOrNull('The contact of the address; null: there is none, or the person was erased'),
    email: field.text('The address that has voted, as the mail was addressed; empty: the person was erased'),
    email_id: field.id('The email whose link gave the vote last'),
    option_id: field.id('The option that was chosen last'),
    created_at: field.time('When the address first voted'),
    updated_at: field.time('When the vote was last changed'),
  },
} as const satisfies Record<string, field.ObjectFields>;
