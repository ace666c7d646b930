// The worker thread that parses: gives it messages, answers its questions, and ends it when a message takes too long.
// With it end all messages that it works on, since only from outside of the thread can one be stopped that keeps it busy.
import { Worker } from 'node:worker_threads';
import type {
  FoundInMessage,
  FromThread,
  MessagePiece,
  ThreadQuestion,
  ThreadTask,
  ToThread,
} from './thread-messages.ts';
import { WorkingTime } from './working-time.ts';

/** The side that answers the questions about one message. A rejection ends the work on it. */
export interface ThreadHost {
  answer(question: ThreadQuestion): Promise<unknown>;
  note(found: Partial<FoundInMessage>): void;
}

/** How the work on a message ended; `ended`: the thread did, before the message was done. */
export type ThreadOutcome = { kind: 'done' } | { kind: 'ended'; reason: string };

interface Running {
  host: ThreadHost;
  time: WorkingTime;
  finish(outcome: ThreadOutcome): void;
  fail(error: unknown): void;
}

const PROGRAM = new URL('./worker-thread/parsing-thread.js', import.meta.url);
/** A thread; it starts at once. */
export class ParsingThread {
  readonly #worker: Worker;
  readonly #running = new Map<number, Running>();
  #count = 0;
  #reason = 'The parser ended without a result.';
  #hasEnded = false;
  #ending: Promise<unknown> | undefined;

  /** @param heapLimitMb of JavaScript's objects; octets are outside of it */
  constructor(heapLimitMb: number) {
    // mailauth writes to stdout, which is our log.
    this.#worker = new Worker(PROGRAM, {
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
      stdout: true,
    });
    this.#worker.stdout.resume();
    this.#worker.unref();
    this.#worker.on('message', (sent: FromThread) => this.#receive(sent));
    this.#worker.on('error', (error) => {
      this.#reason = `The parser failed: ${error instanceof Error ? error.message : String(error)}`;
    });
    this.#worker.on('exit', () => this.#settleAll());
  }

  /** False: it takes no message any more. */
  get isRunning(): boolean {
    return !this.#hasEnded;
  }

  /**
   * Works on a message.
   * @param limitMs of working time
   * @returns rejects when the host does, or with the reason of the signal
   */
  async run(
    task: ThreadTask,
    host: ThreadHost,
    limitMs: number,
    signal?: AbortSignal,
  ): Promise<ThreadOutcome> {
    this.#count += 1;
    const message = this.#count;
    const time = new WorkingTime(limitMs, () => {
      void this.end(`Parsing took longer than ${limitMs / 1_000} s.`);
    });
    const abort = () => this.#running.get(message)?.fail(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
      return await new Promise((finish, fail) => {
        const running = { host, time, finish, fail };
        this.#running.set(message, running);
        if (signal?.aborted) abort();
        // The first piece is sent with the task, because it is all of a small message.
        else
          void this.#ask(message, running, { kind: 'piece' }, (value) => ({
            kind: 'begin',
            message,
            task,
            first: value as MessagePiece,
          }));
      });
    } catch (error) {
      this.#post({ kind: 'drop', message });
      throw error;
    } finally {
      time.end();
      signal?.removeEventListener('abort', abort);
      this.#running.delete(message);
    }
  }

  /** Ends the thread; the messages in it end with this reason. */
  async end(reason: string): Promise<void> {
    if (!this.#hasEnded) this.#reason = reason;
    this.#hasEnded = true;
    this.#ending ??= this.#worker.terminate();
    await this.#ending;
  }

  #receive(sent: FromThread): void {
    const { message, found } = sent;
    const running = this.#running.get(message);
    if (!running) return;
    if (found) running.host.note(found);
    if (sent.kind === 'done') running.finish({ kind: 'done' });
    if (sent.kind !== 'question') return;
    const { question, asked } = sent;
    void this.#ask(message, running, asked, (value) => ({ kind: 'answer', message, question, value }));
  }

  /** Asks the host, and sends what it answers. */
  async #ask(
    message: number,
    { host, time, fail }: Running,
    asked: ThreadQuestion,
    toSent: (value: unknown) => ToThread,
  ): Promise<void> {
    try {
      const value = await time.waitFor(() => host.answer(asked));
      const moved = asked.kind === 'piece' ? [(value as MessagePiece).bytes.buffer as ArrayBuffer] : [];
      if (this.#running.has(message)) this.#post(toSent(value), moved);
    } catch (error) {
      fail(error);
    }
  }

  #settleAll(): void {
    this.#hasEnded = true;
    for (const { finish } of this.#running.values()) finish({ kind: 'ended', reason: this.#reason });
  }

  #post(sent: ToThread, moved: ArrayBuffer[] = []): void {
    this.#worker.postMessage(sent, moved);
  }
}
