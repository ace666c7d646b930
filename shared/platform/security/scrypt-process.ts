// Derives keys with scrypt in a child process of lower priority (nice), one after the other, so that passwords that are
// checked leave the processor and the threads to requests. The process starts with the first key, is started again when
// it ends, and ends with its parent. It receives passwords and salts over IPC and no environment, so no other secret.
import { type ChildProcess, fork } from 'node:child_process';
import type { ScryptOptions } from 'node:crypto';

/** What a key is derived from. */
export interface KeyQuestion {
  password: string;
  salt: Uint8Array;
  /** Length of the key. */
  bytes: number;
  options: ScryptOptions;
}

/** A key, or why scrypt refused the question. */
export type KeyAnswer = { key: Uint8Array } | { error: string };

/** Derives a key. */
export type DeriveKey = (question: KeyQuestion) => Promise<Buffer>;

interface Asked {
  resolve(key: Buffer): void;
  reject(error: Error): void;
}

const PROGRAM = new URL('./scrypt-main.js', import.meta.url);
/** A key whose process ends is derived again by another process, this often in all. */
const TRIES = 3;

class ProcessEndedError extends Error {}

/** The child process of a process. */
export class ScryptProcess {
  /** Without an answer, in the order of the questions. */
  readonly #asked: Asked[] = [];
  #child: ChildProcess | undefined;
  #isClosed = false;

  /** Undefined: it is not running. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Derives a key; the process is started if it is not running. */
  readonly derive: DeriveKey = async (question) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#ask(question);
      } catch (error) {
        if (!(error instanceof ProcessEndedError) || this.#isClosed || tries === TRIES) throw error;
      }
    }
  };

  /** Ends the process at once; keys that are not derived are rejected. */
  close(): void {
    this.#isClosed = true;
    this.#child?.kill('SIGKILL');
  }

  async #ask(question: KeyQuestion): Promise<Buffer> {
    if (this.#isClosed) throw new ProcessEndedError('The process that derives keys is closed.');
    const child = this.#child ?? this.#start();
    return await new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      // The channel keeps this process alive only while it waits for an answer.
      child.channel?.ref();
      // A question that cannot be sent is rejected when the end of the process is noticed.
      child.send(question, () => {});
    });
  }

  #start(): ChildProcess {
    const child = fork(PROGRAM, {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    child.on('message', (answer: KeyAnswer) => this.#settle(answer));
    child.once('error', ({ message }) => this.#end(child, message));
    child.once('exit', (code, signal) => this.#end(child, signal ?? `exit code ${code}`));
    this.#child = child;
    return child;
  }

  #settle(answer: KeyAnswer): void {
    const asked = this.#asked.shift();
    if ('key' in answer) asked?.resolve(Buffer.from(answer.key));
    else asked?.reject(new Error(answer.error));
    if (this.#asked.length === 0) this.#child?.channel?.unref();
  }

  #end(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const ended = new ProcessEndedError(`The process that derives keys has ended: ${reason}.`);
    if (!this.#isClosed) process.emitWarning(ended);
    for (const { reject } of this.#asked.splice(0)) reject(ended);
  }
}
