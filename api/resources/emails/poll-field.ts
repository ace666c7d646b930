// The field `poll` of a send, a template and a campaign: what the mail asks (docs/reference/polls.md).
import Joi from 'joi';
import { POLL_OPTIONS_MAX, POLL_OPTIONS_MIN, POLL_TEXT_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { POLL_FIELDS } from '../../../shared/contract/polls/fields.ts';
import { POLL_RESULTS } from '../../../shared/contract/polls/values.ts';
import type { GivenPoll } from '../../../shared/resources/messaging/polls/define.ts';
import type { PollDefinition } from '../../../shared/resources/messaging/polls/poll.ts';
import { describedAs } from '../../input/described-as.ts';
import { objectOfFields } from '../../near-misses/object-schema.ts';

/** A poll as a client gives it. */
export interface PollInput {
  question: string;
  options: string[];
  closes_at: string | null;
  results: PollDefinition['results'];
}

const CONTROL = /\p{Cc}/u;
/** Braces would look like a template, and a placeholder for a link in it would be replaced. */
const BRACES = /\{[{%]/;

const line = Joi.string()
  .trim()
  .max(POLL_TEXT_MAX_LENGTH)
  .custom((text: string, { error }) => {
    if (CONTROL.test(text)) return error('poll.line');
    return BRACES.test(text) ? error('poll.braces') : text;
  });

/** Schema of the field. */
export const pollInputField = objectOfFields<PollInput>(
  describedAs(POLL_FIELDS, {
    question: line.required(),
    options: Joi.array()
      .items(line)
      .min(POLL_OPTIONS_MIN)
      .max(POLL_OPTIONS_MAX)
      .unique()
      .required()
      .description('Texts of 2 to 10 options, up to 200 characters each'),
    closes_at: Joi.string()
      .allow(null)
      .default(null)
      .description('When voting ends, in ISO 8601 or English. If absent, never'),
    results: Joi.string()
      .valid(...POLL_RESULTS)
      .empty(null)
      .default('private'),
  }),
).description('A question that recipients answer with one click');

/** Messages of its faults. */
export const POLL_MESSAGES = {
  'poll.line': '{{#label}} must be one line',
  'poll.braces': '{{#label}} must not contain `{{{{` or `{%`: it is not a template',
};

/** Undefined: it is not given. */
export function toGivenPoll(poll: PollInput | null | undefined): GivenPoll | null | undefined {
  if (!poll) return poll;
  const { question, options, closes_at: closesAt, results } = poll;
  return { question, options, closesAt, results };
}

/** The poll of a record. */
export function toPollField(poll: PollDefinition | null) {
  if (!poll) return null;
  const { id, question, options, closesAt, results } = poll;
  return {
    id,
    question,
    options: options.map((option) => ({ id: option.id, label: option.label })),
    closes_at: closesAt,
    results,
  };
}
