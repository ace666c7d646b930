// A child process of lower priority (nice) that answers questions one after the other, so that what it computes leaves the
// processor to requests. It starts with the first question, is started again when it ends, and ends with its parent. It
// gets questions over IPC and no environment, so no secret but what is asked. Its program begins with answering.js.
import { type ChildProcess, fork, type Serializable } from 'node:child_process';

/** The settings of a process, and its limits. */
export interface AskedProcessOptions {
  program: URL;
  /** For messages: `derives keys`. */
  does: string;
  /** Options of Node. */
  execArgv?: readonly string[];
  /**
   * The time from the question to its answer; then the process is ended, and the question is rejected. By default none.
   */
  timeLimitMs?: number;
  /** A question whose process ends is asked again of another process, this often in all. */
  tries: number;
}

/** A question or its answer in transit. A late answer has a number that no longer belongs to a question. */
export interface Numbered<Content> {
  number: number;
  content: Content;
}

/** An answer, or the text of an error of the program. */
export type AnswerOrError<Answer> = { answer: Answer } | { error: string };

interface Asked<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

/** The process has ended without an answer, each time that it was asked. */
export class ProcessEndedError extends Error {
  /** Why, as `SIGKILL` or `exit code 1`. */
  readonly reason: string;

  constructor(does: string, reason: string) {
    super(`The process that ${does} has ended: ${reason}.`);
    this.reason = reason;
  }
}
/** The question takes longer than the limit. */
export class AnswerTimeoutError extends Error {}

/** A child process. */
export class AskedProcess<Question extends Serializable, Answer> {
  readonly #options: AskedProcessOptions;
  /** Without an answer, by the numbers of the questions. */
  readonly #asked = new Map<number, Asked<Answer>>();
  #count = 0;
  #child: ChildProcess | undefined;
  #isClosed = false;

  constructor(options: AskedProcessOptions) {
    this.#options = options;
  }

  /** Undefined: it is not running. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Asks; the process is started if it is not running.
   * @returns rejects with the error of the program, AnswerTimeoutError or ProcessEndedError
   */
  async ask(question: Question): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#ask(question);
      } catch (error) {
        if (!(error instanceof ProcessEndedError) || this.#isClosed || tries >= this.#options.tries)
          throw error;
      }
    }
  }

  /** Ends the process at once; questions without an answer are rejected. */
  close(): void {
    this.#isClosed = true;
    this.#child?.kill('SIGKILL');
  }

  async #ask(question: Question): Promise<Answer> {
    const { does, timeLimitMs } = this.#options;
    if (this.#isClosed) throw new ProcessEndedError(does, 'it was closed');
    const child = this.#child ?? this.#start();
    this.#count += 1;
    const number = this.#count;
    return await new Promise((resolve, reject) => {
      // It throws for what cannot be copied. A question that cannot be sent is rejected when the end of the process is noticed.
      child.send({ number, content: question } satisfies Numbered<Question>, () => {});
      const timer =
        timeLimitMs === undefined
          ? undefined
          : setTimeout(() => this.#giveUp(child, number), timeLimitMs).unref();
      this.#asked.set(number, { resolve, reject, timer });
      // The channel keeps this process alive only while it waits for an answer.
      child.channel?.ref();
    });
  }

  #start(): ChildProcess {
    const { program, execArgv = [] } = this.#options;
    const child = fork(program, {
      env: {},
      execArgv: [...execArgv],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    child.on('message', (answered: Numbered<AnswerOrError<Answer>>) => this.#settle(child, answered));
    child.once('error', ({ message }) => this.#end(child, message));
    child.once('exit', (code, signal) => this.#end(child, signal ?? `exit code ${code}`));
    this.#child = child;
    return child;
  }

  #settle(child: ChildProcess, { number, content }: Numbered<AnswerOrError<Answer>>): void {
    const asked = this.#asked.get(number);
    this.#asked.delete(number);
    clearTimeout(asked?.timer);
    if ('answer' in content) asked?.resolve(content.answer);
    else asked?.reject(new Error(content.error));
    if (this.#asked.size === 0) child.channel?.unref();
  }

  /** The process is ended; the questions after this one are asked again. */
  #giveUp(child: ChildProcess, number: number): void {
    const { does, timeLimitMs } = this.#options;
    this.#asked
      .get(number)
      ?.reject(new AnswerTimeoutError(`The process that ${does} took ${timeLimitMs} ms.`));
    this.#asked.delete(number);
    child.kill('SIGKILL');
    this.#end(child, `a question took ${timeLimitMs} ms`);
  }

  #end(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const ended = new ProcessEndedError(this.#options.does, reason);
    if (!this.#isClosed) process.emitWarning(ended);
    const unanswered = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject, timer } of unanswered) {
      clearTimeout(timer);
      reject(ended);
    }
  }
}
