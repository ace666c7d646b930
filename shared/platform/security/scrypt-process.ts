// Derives keys with scrypt in a child process, one after the other, so that passwords that are checked leave the processor
// and the threads to requests.
import type { ScryptOptions } from 'node:crypto';
import { AskedProcess } from '../process/asked-process.ts';

/** The input of a derived key. */
export interface KeyQuestion {
  password: string;
  salt: Uint8Array;
  /** Length of the key. */
  bytes: number;
  options: ScryptOptions;
}

/** Derives a key. */
export type DeriveKey = (question: KeyQuestion) => Promise<Buffer>;

const PROGRAM = new URL('./scrypt-main.js', import.meta.url);

/** The child process of a process. */
export class ScryptProcess {
  readonly #process = new AskedProcess<KeyQuestion, Uint8Array>({
    program: PROGRAM,
    does: 'derives keys',
    tries: 3,
  });

  /** Undefined: it is not running. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Derives a key; the process is started if it is not running. */
  readonly derive: DeriveKey = async (question) => Buffer.from(await this.#process.ask(question));

  /** Ends the process at once; keys that are not derived are rejected. */
  close(): void {
    this.#process.close();
  }
}
