// The contents of emails before they are accepted: what the client gave, or what its template renders. Rendered contents
// count in a budget until they are stored, because a small request may render to a hundred megabytes.
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { fromJson } from '../../../shared/contract/mail/fields.ts';
import type { RefusedItem } from '../../../shared/contract/refused-items.ts';
import type { BudgetPart } from '../../../shared/platform/sharing/byte-budget.ts';
import { definePoll } from '../../../shared/resources/messaging/polls/define.ts';
import type { PollDefinition } from '../../../shared/resources/messaging/polls/poll.ts';
import type {
  EmailContents,
  TemplateEmail,
} from '../../../shared/resources/messaging/templates/rendering/render-for-send.ts';
import type { BatchItems, BatchMode } from '../../batch-items.ts';
import type { Caller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import type { SendEmailInput } from './input.ts';
import { toGivenPoll } from './poll-field.ts';
import { findTemplateUse } from './template-fields.ts';

type FillDeps = Pick<ApiDeps, 'clock' | 'ids' | 'emailRenderer' | 'renderBudget'>;

/** The input of an email; its files are added later. */
export type EmailInput = Omit<SendEmailInput, 'attachments'>;

/** An input with its contents. */
export interface FilledEmail {
  input: EmailInput;
  contents: EmailContents;
}

/**
 * Fills the contents of an email while `run` stores it.
 * @throws DomainError `not_found` and refusals of its template and of its poll
 */
export async function withEmailContents<Result>(
  deps: FillDeps,
  caller: Caller,
  input: EmailInput,
  run: (contents: EmailContents) => Promise<Result>,
): Promise<Result> {
  const poll = pollOf(deps, input);
  const templated = toTemplateEmail(input, poll, caller);
  if (!templated) return await run(contentsOf(input, poll));
  return await withinBudget(deps, caller, async (part) => {
    const contents = await deps.emailRenderer.render(templated, deps.clock.now());
    await part.take(sizeOf(contents));
    return await run(contents);
  });
}

/** The emails of a batch with their contents; the indexes refer to the request. */
export interface FilledBatch {
  emails: (FilledEmail & { index: number })[];
  refused: RefusedItem[];
}

/**
 * Fills the contents of a batch while `run` stores it.
 * @param checkTime called between parts of the work; throws when the batch has run out of time
 * @throws DomainError strict: the refusal of the first email that has one, with its `index`
 */
export async function withBatchContents<Result>(
  deps: FillDeps,
  caller: Caller,
  { mode, items, refused }: BatchItems<EmailInput> & { mode: BatchMode },
  { checkTime, run }: { checkTime(): void; run(batch: FilledBatch): Promise<Result> },
): Promise<Result> {
  const prepared = items.map(({ index, input }) => {
    const contents = prepare(deps, input, caller);
    if (contents instanceof DomainError && mode === 'strict') throw contents.at(index);
    return { index, input, contents };
  });
  const templated = prepared.flatMap(({ index, contents }) =>
    'idOrAlias' in contents ? [{ index, email: contents }] : [],
  );
  const allOf = (rendered: ReadonlyMap<number, EmailContents | DomainError>): FilledBatch => {
    const filled: FilledBatch = { emails: [], refused: [...refused] };
    for (const { index, input, contents: given } of prepared) {
      const contents = 'idOrAlias' in given ? rendered.get(index) : given;
      if (!contents) throw new Error('An email of a batch was not rendered.');
      if (contents instanceof DomainError) filled.refused.push({ index, error: contents });
      else filled.emails.push({ index, input, contents });
    }
    return filled;
  };
  if (templated.length === 0) return await run(allOf(new Map()));
  return await withinBudget(deps, caller, async (part) => {
    const rendered = new Map<number, EmailContents | DomainError>();
    const parts = deps.emailRenderer.renderAll(
      templated.map(({ email }) => email),
      deps.clock.now(),
    );
    for await (const results of parts) {
      checkTime();
      for (const contents of results) {
        const { index = 0 } = templated[rendered.size] ?? {};
        if (contents instanceof DomainError && mode === 'strict') throw contents.at(index);
        rendered.set(index, contents);
        if (!(contents instanceof DomainError)) await part.take(sizeOf(contents));
      }
    }
    return await run(allOf(rendered));
  });
}

/** @returns what an email says, what it is rendered from, or the refusal of its poll */
function prepare(
  deps: FillDeps,
  input: EmailInput,
  caller: Caller,
): EmailContents | TemplateEmail | DomainError {
  try {
    const poll = pollOf(deps, input);
    return toTemplateEmail(input, poll, caller) ?? contentsOf(input, poll);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** @throws DomainError for a `closes_at` that is past or no time */
function pollOf({ ids, clock }: FillDeps, input: EmailInput): PollDefinition | null {
  const given = toGivenPoll(input.poll);
  return given ? definePoll(given, [], { ids, now: clock.now() }) : null;
}

/** @returns undefined: the email has no template */
function toTemplateEmail(
  input: EmailInput,
  poll: PollDefinition | null,
  { accountId }: Caller,
): TemplateEmail | undefined {
  const use = findTemplateUse(input);
  if (!use) return undefined;
  return { accountId, ...use, given: fromJson(input), to: input.to, poll };
}

/** Without a template the schema requires a sender and a subject. */
function contentsOf(input: EmailInput, poll: PollDefinition | null): EmailContents {
  const { from, subject } = input;
  if (from === null || subject === null)
    throw new Error('An email without a template has no sender or no subject.');
  // A spread with more properties would make a new hidden class (map) for each email.
  return Object.assign(fromJson(input), { from, subject, poll, templateId: null, emptyNames: [] });
}

async function withinBudget<Result>(
  { renderBudget }: FillDeps,
  { accountId }: Caller,
  run: (part: BudgetPart) => Promise<Result>,
): Promise<Result> {
  const part = renderBudget.open(accountId);
  try {
    return await run(part);
  } finally {
    part.release();
  }
}

function sizeOf({ html, text }: EmailContents): number {
  return (html?.length ?? 0) + (text?.length ?? 0);
}
