// Parses and authenticates messages that were received. The octets are untrusted and the libraries were not made for an
// enemy, so they run in threads: small messages together in one, each other one alone. When a message takes too long its
// thread is ended, and the messages that were with it are parsed again, each alone, so that one harms no other. Accounts
// take turns, and at most 64 MB of messages are worked on at a time. docs/architecture/parsing.md describes it.
import type { Logger } from '../../platform/log/log.ts';
import { FairLimit, type Leave } from '../../platform/sharing/fair-limit.ts';
import { type AuthenticationDns, AuthenticationQuestions } from './authentication-questions.ts';
import type { FileSinks, MessageSource, SmtpClient } from './message-source.ts';
import type { ParsedMessage } from './parsed-message.ts';
import { ParsingAttempt } from './parsing-attempt.ts';
import { ParsingThread, type ThreadOutcome } from './parsing-thread.ts';
import { shareAnswers } from './shared-answers.ts';
import { toParsedMessage } from './to-parsed-message.ts';

/** Parses messages. */
export interface MessageParser {
  /**
   * Whatever a message holds, there is a result; `parseError` says what could not be read.
   * @param client null: SPF is not judged
   * @returns rejects when the source or a file does, with the reason of the signal, or after `close`
   */
  parse(
    source: MessageSource,
    client: SmtpClient | null,
    files: FileSinks,
    signal?: AbortSignal,
  ): Promise<ParsedMessage>;
  /** Ends the threads; messages that are being parsed are rejected. */
  close(): Promise<void>;
}

/** The options of a parser. */
export interface MessageParserOptions {
  /** Null: nothing is authenticated. */
  dns: AuthenticationDns | null;
  logger?: Pick<Logger, 'warn'>;
  /** The limit of working time, alone and with others; shorter in tests. */
  aloneLimitMs?: number;
  togetherLimitMs?: number;
}

/** The limit of working time. */
const LIMIT_MS = 30_000;
/** Nearly all mail without files is smaller, and the worst takes 0.3 s: 16 of them end well before the limit. */
const SMALL_MAX_BYTES = 128 * 1024;
/** While one of them waits for DNS, the others are parsed. */
const TOGETHER_MAX = 16;
/** V8 collects a heap with a lower limit so often that it takes a quarter of the time of a small mail. */
const TOGETHER_HEAP_MB = 2_048;
const ALONE_MAX = 2;
const ALONE_MAX_BYTES = 60 * 1024 * 1024;
/** A message of 96 MiB needs a fifth. */
const ALONE_HEAP_MB = 256;
const CLOSED = 'The parser is closed.';

/** Creates the parser of a process. Its threads start with the first message, and do not keep the process alive. */
export function createMessageParser(options: MessageParserOptions): MessageParser {
  const { logger, aloneLimitMs = LIMIT_MS, togetherLimitMs = LIMIT_MS } = options;
  const dns = options.dns && shareAnswers(options.dns);
  const threads = createThreads(logger);
  const together = new FairLimit({ total: TOGETHER_MAX });
  const alone = new FairLimit({ total: ALONE_MAX, weight: ALONE_MAX_BYTES });
  return {
    async parse(source, client, files, signal) {
      const begin = () => {
        const { isAuthenticated = true } = source;
        const questions = isAuthenticated
          ? dns && new AuthenticationQuestions(dns, client?.address ?? '')
          : null;
        return new ParsingAttempt(source, client, files, questions);
      };
      const runIn = async (limit: FairLimit, use: UseThread, limitMs: number) => {
        const leave = await enter(limit, source, signal);
        const attempt = begin();
        // What a message has left in a thread that it shared is not used: it is parsed again.
        const isHeaderAwaited = attempt.task.authenticates || limit === alone;
        try {
          signal?.throwIfAborted();
          const task = { isHeaderAwaited, ...attempt.task };
          const outcome = await use((thread) => thread.run(task, attempt, limitMs, signal));
          return { attempt, outcome };
        } finally {
          leave();
          attempt.end();
        }
      };
      let last =
        source.size <= SMALL_MAX_BYTES ? await runIn(together, threads.shared, togetherLimitMs) : undefined;
      if (last?.outcome.kind !== 'done') last = await runIn(alone, threads.own, aloneLimitMs);
      const { attempt, outcome } = last;
      const ended = outcome.kind === 'ended' ? outcome.reason : null;
      return toParsedMessage(attempt.found, await attempt.authenticate(), ended);
    },
    close: threads.close,
  };
}

type UseThread = (work: (thread: ParsingThread) => Promise<ThreadOutcome>) => Promise<ThreadOutcome>;

/** The threads of a parser; one that has ended is replaced by the next message. */
function createThreads(logger: MessageParserOptions['logger']) {
  let isClosed = false;
  let together: ParsingThread | undefined;
  /** Threads without a message, which stay because starting one takes half a second of CPU. */
  const idle: ParsingThread[] = [];
  const all = new Set<ParsingThread>();
  const requireOpen = () => {
    if (isClosed) throw new Error(CLOSED);
  };
  const start = (heapLimitMb: number) => {
    requireOpen();
    const thread = new ParsingThread(heapLimitMb);
    all.add(thread);
    return thread;
  };
  const use = async (thread: ParsingThread, work: Parameters<UseThread>[0]) => {
    const outcome = await work(thread);
    requireOpen();
    if (outcome.kind === 'ended' && all.delete(thread)) {
      logger?.warn({ reason: outcome.reason }, 'a thread that parses messages has ended');
    }
    return outcome;
  };
  const discard = async (thread: ParsingThread) => {
    all.delete(thread);
    await thread.end(CLOSED);
  };
  return {
    shared: (async (work) => {
      if (!together?.isRunning) together = start(TOGETHER_HEAP_MB);
      return await use(together, work);
    }) satisfies UseThread,
    own: (async (work) => {
      const kept = idle.pop();
      const thread = kept?.isRunning ? kept : start(ALONE_HEAP_MB);
      let isReusable = false;
      try {
        const outcome = await use(thread, work);
        isReusable = outcome.kind === 'done';
        return outcome;
      } finally {
        if (isReusable) idle.push(thread);
        else await discard(thread);
      }
    }) satisfies UseThread,
    async close() {
      isClosed = true;
      await Promise.all([...all].map(discard));
    },
  };
}

/** Waits for its turn. */
function enter(limit: FairLimit, { owner = '', size }: MessageSource, signal?: AbortSignal): Promise<Leave> {
  signal?.throwIfAborted();
  return new Promise((resolve) => {
    limit.enter(owner, resolve, size);
  });
}
