// Makes the definition of a poll of what a client gives. An edit that keeps the options keeps the poll and its votes; with other
// options a new poll begins.
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../contract/domain-error.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { parseInstant } from '../../../platform/time/parse-instant.ts';
import { TEST_POLL_ID } from './link.ts';
import type { PollDefinition } from './poll.ts';

/** A poll as a client gives it. */
export interface GivenPoll extends Pick<PollDefinition, 'question' | 'results'> {
  /** Their labels, which differ. */
  options: readonly string[];
  /** The end as it was written: ISO 8601 or English; null: it accepts votes forever. */
  closesAt: string | null;
}

/** The new values of a poll. */
export interface DefineOptions {
  ids: Ids;
  now: Date;
}

/**
 * @param formers the polls that it may continue with: the first one that has the same options
 * @throws DomainError `validation_error` for a `closes_at` that cannot be read, or is past and new
 */
export function definePoll(
  { question, options, closesAt: text, results }: GivenPoll,
  formers: readonly (PollDefinition | null)[],
  { ids, now }: DefineOptions,
): PollDefinition {
  const closesAt = text === null ? null : readEnd(text, now);
  if (closesAt && closesAt <= now && !formers.some((former) => former?.closesAt === closesAt.toISOString()))
    throw refuseEnd(`must not be in the past; Posthorn read it as ${closesAt.toISOString()}`);
  const former = formers.find((each) => each !== null && isDeepStrictEqual(labelsOf(each), [...options]));
  const made = former ?? withNewIds({ options: options.map((label) => ({ label })) }, ids);
  return { id: made.id, question, options: made.options, closesAt: closesAt?.toISOString() ?? null, results };
}

/** The same question as a poll of its own. */
export function copyPoll(poll: PollDefinition, ids: Ids): PollDefinition {
  return { ...poll, ...withNewIds(poll, ids) };
}

/** The same poll in a test mail: nothing that is chosen there counts. */
export function testPollOf(poll: PollDefinition): PollDefinition {
  return { ...poll, id: TEST_POLL_ID };
}

/** The texts of the options, in their order. */
export function labelsOf({ options }: Pick<PollDefinition, 'options'>): string[] {
  return options.map(({ label }) => label);
}

/** The refusal of `{{{POLL}}}` in a content without a poll. */
export function refuseMissingPoll(): DomainError {
  return new DomainError('validation_error', '`{{{POLL}}}` is used, but there is no `poll`.');
}

/** The field that is at fault where there are two. */
export const POLL_FIELD = 'poll';

/** The refusal of two polls in one mail. @param what the part that has a poll as well as its template */
export function refuseSecondPoll(what: string): DomainError {
  return new DomainError(
    'validation_error',
    `The template already has a poll, so ${what} cannot have a \`poll\`.`,
    { field: POLL_FIELD },
  );
}

function withNewIds({ options }: { options: readonly { label: string }[] }, ids: Ids) {
  return { id: ids.next(), options: options.map(({ label }) => ({ id: ids.next(), label })) };
}

function readEnd(text: string, now: Date): Date {
  const at = parseInstant(text, now);
  if (at) return at;
  throw refuseEnd('must be an ISO 8601 time or a phrase such as `in 3 days` or `Friday at 6pm`');
}

function refuseEnd(problem: string): DomainError {
  return new DomainError('validation_error', `\`poll.closes_at\` ${problem}.`);
}
