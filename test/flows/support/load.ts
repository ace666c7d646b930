// Sends what a crash flow has planned and keeps the book. A plain request whose answer did not come is never repeated:
// its email may exist. One with a key is repeated until it is answered, and so is a cancel.
import { randomInt } from 'node:crypto';
import { setTimeout as pauseOf } from 'node:timers/promises';
import { type Answer, type ApiClient, type Question, unexpectedAnswer } from './api-client.ts';
import type { Entry, Post } from './posts.ts';

/** As clients do: what has just failed is given a moment. */
const BACK_OFF_MS = 500;
/** A key whose process died is held for a minute, which the flow cuts short (`beforeRepeats`). */
const REPEATED_FOR_MS = 90_000;
/** Of what is due within seconds, some is canceled in time and some too late. */
const CANCELED_WITHIN_MS = 4_000;
/** One answered request of so many is repeated all the same. */
const REPEATED_ANYWAY = 5;

/** What to send, and how. */
export interface LoadOptions {
  client: ApiClient;
  posts: readonly Post[];
  /** Requests at a time, beside those that are repeated. */
  lanes: number;
  /** API or database die meanwhile: requests without an answer and `application_error` are to be expected. */
  areOutagesExpected: boolean;
  /** Called with the number of emails whose request has ended once. */
  onProgress(ended: number): void;
  /** Awaited when each request has ended once; repeated ones still run. */
  beforeRepeats(): Promise<void>;
}

/** Sends everything; resolves when every request has got what it is repeated for, with the book. */
export async function sendPosts(options: LoadOptions): Promise<Entry[]> {
  const { client, posts, lanes, onProgress, beforeRepeats } = options;
  const tasks = startTasks();
  // What is still asked would keep a flow waiting that has failed.
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

/** Things that are done at the same time; when one fails the others are given up. */
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
    /** Waits for the first so many, or for all, and for those that they start. @throws what one has failed with */
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
  const isRepeated = post.key !== undefined && (!isAnswered || randomInt(REPEATED_ANYWAY) === 0);
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
 * Takes an answer to a send into the book.
 * @returns false when it leaves open whether the emails exist
 * @throws on an answer that is not to be expected
 */
function noteAnswer(load: LoadOptions, post: Post, answer: Answer | undefined, isRepeated: boolean): boolean {
  if (isOpen(load, answer)) return false;
  // The process that held the key is dead, and nobody knows it yet.
  if (isRepeated && answer?.body['name'] === 'concurrent_idempotent_requests') return false;
  const ids = idsOf(answer);
  if (ids?.length !== post.entries.length) throw unexpectedAnswer(questionOf(post), answer);
  for (const [index, { ids: known }] of post.entries.entries()) known.add(String(ids[index]));
  return true;
}

/** Nobody knows what became of the request. */
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
  if (isRaced) await pause(load, randomInt(CANCELED_WITHIN_MS));
  let wasOpen = false;
  const question: Question = { method: 'POST', path: `/emails/${id}/cancel` };
  await repeatUntil(load, question, (answer) => {
    if (isOpen(load, answer)) {
      wasOpen = true;
      return false;
    }
    const isRefused = answer?.status === 422 && (isRaced || wasOpen);
    if (answer?.status !== 200 && !isRefused) throw unexpectedAnswer(question, answer, `for ${entry.tag}`);
    // What is due in an hour has been ended by nothing else than the request before.
    const refused = wasOpen ? (isRaced ? 'open' : 'canceled') : 'late';
    entry.cancel = isRefused ? refused : 'canceled';
    return true;
  });
}

/** Asks until `take` is content. @throws when it never is, with the last answer */
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
