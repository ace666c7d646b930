// The contents of emails before they are accepted: what the client gave, or what its template renders. Rendered contents
// count in a budget until they are stored, because a small request may render to a hundred megabytes.
import { DomainError } from '../../../shared/contract/domain-error.ts';
import type { RefusedItem } from '../../../shared/contract/refused-items.ts';
import { Turns } from '../../../shared/platform/sharing/turns.ts';
import type {
  EmailContents,
  PreparedEmail,
} from '../../../shared/resources/templates/rendering/render-for-send.ts';
import type { BatchItems, BatchMode } from '../../batch-items.ts';
import type { BudgetPart } from '../../body/byte-budget.ts';
import type { Caller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import type { SendEmailInput } from './input.ts';
import { findTemplateUse } from './template-fields.ts';

type FillDeps = Pick<ApiDeps, 'clock' | 'emailRenderer' | 'renderBudget'>;

/** What an email is made of; its files come later. */
export type EmailInput = Omit<SendEmailInput, 'attachments'>;

/** An input with its contents. */
export interface FilledEmail {
  input: EmailInput;
  contents: EmailContents;
}

/**
 * Fills the contents of an email while `run` stores it.
 * @throws DomainError `not_found` and refusals of its template
 */
export async function withEmailContents<Result>(
  deps: FillDeps,
  caller: Caller,
  input: EmailInput,
  run: (contents: EmailContents) => Promise<Result>,
): Promise<Result> {
  const prepared = prepare(deps, caller, input);
  if (!prepared) return await run(contentsOf(input));
  return await holding(deps, caller, async (part) => {
    const contents = (await prepared).render();
    await part.take(sizeOf(contents));
    return await run(contents);
  });
}

/** The emails of a batch with their contents; indexes are those of the request. */
export interface FilledBatch {
  emails: (FilledEmail & { index: number })[];
  refused: RefusedItem[];
}

/**
 * Fills the contents of a batch while `run` stores it, in turns of the event loop.
 * @throws DomainError strict: the refusal of the first email that has one, with its `index`
 */
export async function withBatchContents<Result>(
  deps: FillDeps,
  caller: Caller,
  { mode, items, refused }: BatchItems<EmailInput> & { mode: BatchMode },
  run: (batch: FilledBatch) => Promise<Result>,
): Promise<Result> {
  // All of them are awaited before one is refused, so that no rejection is left without a handler.
  const prepared = await Promise.allSettled(items.map(({ input }) => prepare(deps, caller, input)));
  return await holding(deps, caller, async (part) => {
    const filled: FilledBatch = { emails: [], refused: [...refused] };
    const turns = new Turns();
    for (const [place, { index, input }] of items.entries()) {
      await turns.next();
      const contents = renderItem(input, prepared[place]);
      if (!(contents instanceof DomainError)) {
        if (contents.templateId !== null) await part.take(sizeOf(contents));
        filled.emails.push({ index, input, contents });
      } else if (mode === 'strict') throw contents.at(index);
      else filled.refused.push({ index, error: contents });
    }
    return await run(filled);
  });
}

/** @returns the contents of an email of a batch, or its refusal */
function renderItem(
  input: EmailInput,
  prepared: PromiseSettledResult<PreparedEmail | undefined> | undefined,
): EmailContents | DomainError {
  try {
    if (prepared?.status === 'rejected') throw prepared.reason;
    return prepared?.value ? prepared.value.render() : contentsOf(input);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Reads what the template of an email needs; undefined: the email has no template. */
function prepare(
  { emailRenderer, clock }: FillDeps,
  { accountId }: Caller,
  input: EmailInput,
): Promise<PreparedEmail> | undefined {
  const use = findTemplateUse(input);
  if (!use) return undefined;
  const { from, subject, reply_to: replyTo, preview_text: previewText, to } = input;
  const given = { from, subject, replyTo, previewText };
  return emailRenderer.prepare({ accountId, ...use, given, to }, clock.now());
}

/** Without a template the schema requires a sender and a subject. */
function contentsOf({ from, subject, reply_to, preview_text, html, text }: EmailInput): EmailContents {
  if (from === null || subject === null)
    throw new Error('An email without a template has no sender or no subject.');
  return { templateId: null, from, subject, replyTo: reply_to, previewText: preview_text, html, text };
}

async function holding<Result>(
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
