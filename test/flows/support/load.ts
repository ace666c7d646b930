// Sends the planned requests of a crash flow and records the answers in the book. A plain request without an answer is
// never repeated, because its email may exist. A request with an idempotency key is repeated until it is answered; so
// is a cancel.
import { setTimeout as pauseOf } from 'node:timers/promises';
import { type Answer, type ApiClient, type Question, unexpectedAnswer } from './api-client.ts';
import { crashDraws } from './crash-draws.ts';
import { DUE_WITHIN_SECONDS, type Entry, type Post } from './posts.ts';

/** Pause before a failed request is repeated, as clients do it. */
const BACK_OFF_MS = 500;
/** The key of a dead process is held for ten seconds, which the flow shortens (`beforeRepeats`). */
const REPEATED_FOR_MS = 90_000;
/** Some emails that are due within seconds are canceled in time, and some too late. */
const CANCELED_WITHIN_MS = Math.ceil((DUE_WITHIN_SECONDS * 2_000) / 3);
/** One of this many answered requests is repeated nevertheless. */
const REPEATED_ANYWAY = 5;

/** What to send, and how. */
export interface LoadOptions {
  client: ApiClient;
  posts: readonly Post[];
  /** Concurrent requests, in addition to the repeated ones. */
  lanes: number;
  /** True when API or database die during it, so that lost answers and `application_error` are expected. */
  areOutagesExpected: boolean;
  /** Called with the number of emails whose request has ended for the first time. */
  onProgress(ended: number): void;
  /** Awaited when each request has ended once; repeated ones are still running. */
  beforeRepeats(): Promise<void>;
}

/** Sends everything; resolves with the book when no request is to be repeated any more. */
export async function sendPosts(options: LoadOptions): Promise<Entry[]> {
  const { client, posts, lanes, onProgress, beforeRepeats } = options;
  const tasks = startTasks();
  // Otherwise requests in progress would delay the end of a flow that has failed.
  tasks.signal.addEventListener('abort', () => void client.close());
  const load = { ...options, signal: tasks.signal };
  const waiting = [...posts];
  let ended = 0;
  const work = async () => {
    for (let post = waiting.shift(); post && !tasks.signal.aborted; post = waiting.shift()) {
      await sendOnce(load, post, tasks.start);
      ended += post.entries.length;
      onProgress(ended);
    }
  };
  for (let lane = 0; lane < lanes; lane += 1) tasks.start(work());
  await tasks.settled(lanes);
  await beforeRepeats();
  await tasks.settled();
  return posts.flatMap(({ entries }) => entries);
}

interface Load extends LoadOptions {
  signal: AbortSignal;
}

/** Tasks that run at the same time; when one fails, the others are given up. */
function startTasks() {
  const controller = new AbortController();
  const running: Promise<void>[] = [];
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
    controller.abort();
  };
  return {
    signal: controller.signal,
    start: (task: Promise<void>) => void running.push(task.catch(fail)),
    /** Waits for the first tasks or for all, and for the tasks that they start. @throws the error of a failed task */
    async settled(first = Number.POSITIVE_INFINITY) {
      for (let index = 0; index < Math.min(first, running.length); index += 1) await running[index];
      if (!failure) return;
      await Promise.all(running);
      throw failure.error;
    },
  };
}

async function sendOnce(load: Load, post: Post, start: (task: Promise<void>) => void): Promise<void> {
  const isAnswered = noteAnswer(load, post, await load.client.ask(questionOf(post)), false);
  const isRepeatedAnyway = crashDraws(`repeat ${post.key}`)(REPEATED_ANYWAY) === 0;
  const isRepeated = post.key !== undefined && (!isAnswered || isRepeatedAnyway);
  if (isAnswered || isRepeated) start(followUp(load, post, isRepeated));
  if (!isAnswered) await pause(load, BACK_OFF_MS);
}

async function followUp(load: Load, post: Post, isRepeated: boolean): Promise<void> {
  if (isRepeated) await repeat(load, post);
  if (post.isCanceled) for (const entry of post.entries) await cancel(load, entry);
}

async function repeat(load: Load, post: Post): Promise<void> {
  await repeatUntil(load, questionOf(post), (answer) => noteAnswer(load, post, answer, true));
}

const questionOf = ({ path, body, key }: Post): Question => ({ method: 'POST', path, body, key });

/**
 * Records the answer to a send in the book.
 * @returns false when it leaves open whether the emails exist
 * @throws on an unexpected answer
 */
function noteAnswer(load: LoadOptions, post: Post, answer: Answer | undefined, isRepeated: boolean): boolean {
  if (isOpen(load, answer)) return false;
  // The process that held the key is dead, but its hold has not expired yet; or the hold of this very request was lost with
  // Postgres, which does not write it to the disk at once.
  const mayBeHeld = isRepeated || load.areOutagesExpected;
  if (mayBeHeld && answer?.body['name'] === 'concurrent_idempotent_requests') return false;
  const ids = idsOf(answer);
  if (ids?.length !== post.entries.length) throw unexpectedAnswer(questionOf(post), answer);
  for (const [index, { ids: known }] of post.entries.entries()) known.add(String(ids[index]));
  return true;
}

/** The outcome of the request is unknown. */
function isOpen({ areOutagesExpected }: LoadOptions, answer: Answer | undefined): boolean {
  return areOutagesExpected && (!answer || answer.body['name'] === 'application_error');
}

function idsOf(answer: Answer | undefined): unknown[] | undefined {
  if (answer?.status !== 200) return undefined;
  const { id, data } = answer.body;
  return Array.isArray(data) ? data.map((email) => email.id) : [id];
}

async function cancel(load: Load, entry: Entry): Promise<void> {
  const [id] = entry.ids;
  const isRaced = entry.schedule === 'soon';
  if (isRaced) await pause(load, crashDraws(`cancel ${entry.tag}`)(CANCELED_WITHIN_MS));
  let wasOpen = false;
  const question: Question = { method: 'POST', path: `/emails/${id}/cancel` };
  await repeatUntil(load, question, (answer) => {
    if (isOpen(load, answer)) {
      wasOpen = true;
      return false;
    }
    const isRefused = answer?.status === 422 && (isRaced || wasOpen);
    if (answer?.status !== 200 && !isRefused) throw unexpectedAnswer(question, answer, `for ${entry.tag}`);
    // An email that is due in an hour can only have been ended by the previous request.
    const refused = wasOpen ? (isRaced ? 'open' : 'canceled') : 'late';
    entry.cancel = isRefused ? refused : 'canceled';
    return true;
  });
}

/** Repeats a request until `take` accepts the answer. @throws when it never does, with the last answer */
async function repeatUntil(
  load: Load,
  question: Question,
  take: (answer: Answer | undefined) => boolean,
): Promise<void> {
  const deadline = performance.now() + REPEATED_FOR_MS;
  for (;;) {
    const answer = await load.client.ask(question);
    if (take(answer)) return;
    if (performance.now() > deadline)
      throw unexpectedAnswer(question, answer, `still after ${REPEATED_FOR_MS} ms`);
    await pause(load, BACK_OFF_MS);
  }
}

async function pause({ signal }: Load, ms: number): Promise<void> {
  await pauseOf(ms);
  signal.throwIfAborted();
}
