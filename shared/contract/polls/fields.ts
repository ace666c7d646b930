// The poll of a mail in the records of emails, templates and campaigns, as a JSON Schema.
import * as field from '../shapes.ts';
import { POLL_RESULTS } from './values.ts';

/** The fields of a poll, which are also those that a client gives. */
export const POLL_FIELDS = {
  id: field.id('Id of the poll'),
  question: field.text('The question, up to 200 characters'),
  options: field.groups('The answers, 2 to 10', {
    id: field.id('Id of the option'),
    label: field.text('Text of the option, up to 200 characters'),
  }),
  closes_at: field.timeOrNull('When voting ends; null: never'),
  results: field.oneOf(
    'Whether the page of the poll shows the results after a vote: `private` or `public`',
    POLL_RESULTS,
  ),
} as const satisfies field.ObjectFields;

/** A record's poll. @param description what null means included */
export function pollOrNull(description: string) {
  return { description, anyOf: [field.inner(POLL_FIELDS), { type: 'null' }] } as const;
}
