// One suggestion of the model: a credit is reserved, the model is asked, and its answer is used only if it passes the
// checks for a person's request. Otherwise the model is asked once more, with the fault. The credit is returned if
// there is no result. docs/architecture/ai.md has all of it.
import { randomUUID } from 'node:crypto';
import { DomainError } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { Background } from '../../../platform/lifecycle/background.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type {
  ChatAnswer,
  ChatFailure,
  ChatMessage,
  ChatModel,
} from '../../../platform/net/chat-completions.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { AI_CREDITS, reserveCredit } from './credits.ts';

/** The task of the model. */
export interface SuggestionTask<Suggestion> {
  messages: readonly ChatMessage[];
  /** Reads the JSON object of the answer. @throws DomainError where a person's request would be refused */
  read(answer: object): Suggestion | Promise<Suggestion>;
}

/** Dependencies of suggestions. */
export interface SuggestDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  background: Background;
  /** Undefined: the operator has named none. */
  model: ChatModel | undefined;
  /** For an answer and its repair together. */
  timeoutMs: number;
  /** Reads JSON with the limits of a body of a request. @throws DomainError */
  parseJson(text: string): object;
}

/** The client that waits for it. */
export interface SuggestionWaiter {
  accountId: string;
  /** Aborted when the client has disconnected. */
  signal: AbortSignal;
  /** Called with each piece of the text as it arrives: then a client has got something. */
  onText?: (text: string) => void;
  /** Called when the answer cannot be used, and the model begins again. */
  onRestart?: (problem: string) => void;
}

/** @throws DomainError `not_found` where no model is named */
export function requireModel(model: ChatModel | undefined): ChatModel {
  if (model) return model;
  throw new DomainError(
    'not_found',
    'This service has no language model. Its operator can set one with AI_URL and AI_MODEL.',
  );
}

/**
 * Asks for a suggestion.
 * @throws DomainError `not_found` without a model; `ai_credits_exceeded`; `application_error` with the reason when the model
 *   gives no answer that can be used; the signal's reason after an abort
 */
export async function suggest<Suggestion>(
  deps: SuggestDeps,
  task: SuggestionTask<Suggestion>,
  waiter: SuggestionWaiter,
): Promise<Suggestion> {
  const { database, clock, background } = deps;
  const model = requireModel(deps.model);
  const chargedAt = clock.now();
  await reserveCredit(database, waiter.accountId, chargedAt);
  let isSeen = false;
  const onText =
    waiter.onText &&
    ((text: string) => {
      isSeen = true;
      waiter.onText?.(text);
    });
  const answer = async () => {
    const suggestion = await askTwice(deps, model, task, { ...waiter, ...(onText && { onText }) });
    // The client may have disconnected while the answer was read.
    waiter.signal.throwIfAborted();
    return suggestion;
  };
  const asking = answer().catch(async (error: unknown) => {
    // Otherwise a client that reads along and disconnects before the end would get the answer for free.
    if (!(isSeen && waiter.signal.aborted)) await refund(deps, waiter.accountId, chargedAt);
    throw error;
  });
  // A process that stops waits for it, even when its client has disconnected.
  background.start(`suggestion ${randomUUID()}`, () => asking.catch(() => {}));
  return await asking;
}

async function refund({ database, log }: SuggestDeps, accountId: string, chargedAt: Date): Promise<void> {
  try {
    await AI_CREDITS.refund(database, accountId, chargedAt);
  } catch (error) {
    log.error({ err: error, account_id: accountId }, 'an AI credit could not be returned');
  }
}

/** An answer, or its fault; then the model can be asked again. */
type Outcome<Suggestion> = { suggestion: Suggestion } | { problem: string; text: string };

/** The part of an unusable answer that the model is shown again. */
const SHOWN_AGAIN = 20_000;
/** When to try again after a model gave no usable answer. */
const RETRY_AFTER_SECONDS = 5;

async function askTwice<Suggestion>(
  { log, timeoutMs, parseJson }: SuggestDeps,
  model: ChatModel,
  { messages, read }: SuggestionTask<Suggestion>,
  { signal, onText, onRestart }: SuggestionWaiter,
): Promise<Suggestion> {
  const endsAtMs = performance.now() + timeoutMs;
  const ask = async (asked: readonly ChatMessage[]): Promise<Outcome<Suggestion>> => {
    const leftMs = Math.max(Math.ceil(endsAtMs - performance.now()), 1);
    const answer = await model.ask({ messages: asked, timeoutMs: leftMs, signal, ...(onText && { onText }) });
    if (answer.kind !== 'text') return refuseFailure(answer, log);
    return await readAnswer(answer.text, parseJson, read);
  };
  const first = await ask(messages);
  if ('suggestion' in first) return first.suggestion;
  // It may quote what an account has written.
  log.info(
    { ...(log.isLevelEnabled('debug') && { problem: first.problem }) },
    'an answer of the model cannot be used',
  );
  onRestart?.(first.problem);
  const second = await ask([
    ...messages,
    { role: 'assistant', content: first.text.slice(0, SHOWN_AGAIN) || '{}' },
    {
      role: 'user',
      content: `That cannot be used: ${first.problem} Answer again, with the whole JSON object and nothing else.`,
    },
  ]);
  if ('suggestion' in second) return second.suggestion;
  throw failure(`The model gave two answers that cannot be used. ${second.problem}`);
}

const SENTENCES: Readonly<Record<Exclude<ChatFailure, 'malformed' | 'cut_off'>, string>> = {
  busy: 'The model is busy. Try again later.',
  unavailable: 'The model is not available right now. Try again later.',
  timeout: 'The model did not answer in time. Try again later, or request less.',
  too_large: 'The model returned more than 1 MB.',
};

/** Refuses failures that another request cannot fix. */
function refuseFailure({ kind, text, detail }: Exclude<ChatAnswer, { kind: 'text' }>, log: Logger) {
  if (kind === 'malformed') return { problem: 'It is no answer.', text };
  if (kind === 'cut_off') return { problem: 'It ends before it is complete; it must be shorter.', text };
  log.warn({ kind, detail }, 'the model gave no answer');
  throw failure(SENTENCES[kind]);
}

async function readAnswer<Suggestion>(
  text: string,
  parseJson: SuggestDeps['parseJson'],
  read: SuggestionTask<Suggestion>['read'],
): Promise<Outcome<Suggestion>> {
  // Models put prose, or the fence of a code block, around the JSON.
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1 || end < start) return { problem: 'It has no JSON object.', text };
  try {
    return { suggestion: await read(parseJson(text.slice(start, end + 1))) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { problem: error.message.replace('The body', 'The JSON object'), text };
  }
}

function failure(message: string): DomainError {
  return new DomainError('application_error', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
