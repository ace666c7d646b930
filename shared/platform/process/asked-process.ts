// A child process of lower priority (nice) that answers questions one after the other, so that what it computes leaves the
// processor to requests. It starts with the first question, is started again when it ends, and ends with its parent. It
// gets questions over IPC and no environment, so no secret but what is asked. Its program begins with answering.js.
import { type ChildProcess, fork, type Serializable } from 'node:child_process';

/** What a process is and may do. */
export interface AskedProcessOptions {
  program: URL;
  /** For messages: `derives keys`. */
  does: string;
  /** Of Node. */
  execArgv?: readonly string[];
  /** From the question to its answer; then the process is ended, and the question is rejected. By default none. */
  timeLimitMs?: number;
}

/** An answer, or the text of an error of the program. */
type AnswerOrError<Answer> = { answer: Answer } | { error: string };

interface Asked<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

/** A question whose process ends is asked again of another process, this often in all. */
const TRIES = 3;

/** The process has ended without an answer, each time that it was asked. */
export class ProcessEndedError extends Error {}
/** The question takes longer than the limit. */
export class AnswerTimeoutError extends Error {}

/** A child process. */
export class AskedProcess<Question extends Serializable, Answer> {
  readonly #options: AskedProcessOptions;
  /** Without an answer, in the order of the questions. */
  readonly #asked: Asked<Answer>[] = [];
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
        if (!(error instanceof ProcessEndedError) || this.#isClosed || tries === TRIES) throw error;
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
    if (this.#isClosed) throw new ProcessEndedError(`The process that ${does} is closed.`);
    const child = this.#child ?? this.#start();
    return await new Promise((resolve, reject) => {
      const asked: Asked<Answer> = { resolve, reject, timer: undefined };
      if (timeLimitMs !== undefined)
        asked.timer = setTimeout(() => this.#giveUp(child, asked), timeLimitMs).unref();
      this.#asked.push(asked);
      // The channel keeps this process alive only while it waits for an answer.
      child.channel?.ref();
      // A question that cannot be sent is rejected when the end of the process is noticed.
      child.send(question, () => {});
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
    child.on('message', (answered: AnswerOrError<Answer>) => this.#settle(answered));
    child.once('error', ({ message }) => this.#end(child, message));
    child.once('exit', (code, signal) => this.#end(child, signal ?? `exit code ${code}`));
    this.#child = child;
    return child;
  }

  #settle(answered: AnswerOrError<Answer>): void {
    const asked = this.#asked.shift();
    clearTimeout(asked?.timer);
    if ('answer' in answered) asked?.resolve(answered.answer);
    else asked?.reject(new Error(answered.error));
    if (this.#asked.length === 0) this.#child?.channel?.unref();
  }

  /** Questions after it are asked again. */
  #giveUp(child: ChildProcess, asked: Asked<Answer>): void {
    const { does, timeLimitMs } = this.#options;
    this.#asked.splice(this.#asked.indexOf(asked), 1);
    asked.reject(new AnswerTimeoutError(`The process that ${does} was ended after ${timeLimitMs} ms.`));
    child.kill('SIGKILL');
  }

  #end(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const ended = new ProcessEndedError(`The process that ${this.#options.does} has ended: ${reason}.`);
    if (!this.#isClosed) process.emitWarning(ended);
    for (const { reject, timer } of this.#asked.splice(0)) {
      clearTimeout(timer);
      reject(ended);
    }
  }
}
