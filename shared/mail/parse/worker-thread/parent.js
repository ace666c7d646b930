// The process, as one message in the thread sees it: it provides octets, answers questions, accepts files, and receives
// the findings. All texts that leave the thread pass here: NUL and lone surrogates become U+FFFD, because Postgres
// stores neither.
// @ts-check
import { parentPort } from 'node:worker_threads';

/** @import { FoundInMessage, FromThread, MessagePiece, RecordType, ThreadDnsAnswer, ThreadQuestion } from '../thread-messages.ts' */

export class Parent {
  #message;
  /** @type {MessagePiece | undefined} */
  #first;
  #asked = 0;
  #isDropped = false;
  /** @type {Partial<FoundInMessage>} */
  #found = {};
  /** @type {Map<number, { resolve(value: unknown): void, reject(error: Error): void }>} */
  #waiting = new Map();

  /**
   * @param {number} message
   * @param {MessagePiece} first
   */
  constructor(message, first) {
    this.#message = message;
    this.#first = first;
  }

  /** The next octets; not to be called after the last ones. */
  async piece() {
    const next = this.#first ?? /** @type {MessagePiece} */ (await this.#ask({ kind: 'piece' }));
    this.#first = undefined;
    const { buffer, byteOffset, byteLength } = next.bytes;
    return { bytes: Buffer.from(buffer, byteOffset, byteLength), isLast: next.isLast };
  }

  /** A resolver for mailauth, which answers as node:dns would, and counts what DNS did not answer. */
  resolver() {
    const resolver = {
      unanswered: 0,
      /**
       * @param {string} name
       * @param {string} type
       * @returns {Promise<any>}
       */
      resolve: async (name, type) => {
        const asked = this.#ask({ kind: 'dns', type: /** @type {RecordType} */ (type), name });
        const answer = /** @type {ThreadDnsAnswer} */ (await asked);
        if ('values' in answer) return answer.values;
        if (answer.code === 'ETIMEOUT') resolver.unanswered += 1;
        throw Object.assign(new Error(`${type} ${name}: ${answer.code}`), { code: answer.code });
      },
    };
    return resolver;
  }

  /** @returns the id of the file that is open now */
  async openFile() {
    return /** @type {string} */ (await this.#ask({ kind: 'open' }));
  }

  /** @param {Buffer} bytes */
  async write(bytes) {
    // A copy with memory of its own can be moved between the threads; a Buffer may share it with others.
    const moved = Uint8Array.from(bytes);
    await this.#ask({ kind: 'write', bytes: moved }, [moved.buffer]);
  }

  async closeFile() {
    await this.#ask({ kind: 'close' });
  }

  /**
   * Goes with whatever is sent next, since a message between threads costs as much as a twentieth of a small mail.
   * @param {Partial<FoundInMessage>} found
   */
  found(found) {
    Object.assign(this.#found, clean(found));
  }

  /** Sends the findings, before work that may end the thread. */
  flush() {
    this.#post({ kind: 'found', message: this.#message });
  }

  done() {
    this.#post({ kind: 'done', message: this.#message });
  }

  /**
   * @param {number} question
   * @param {unknown} value
   */
  answer(question, value) {
    this.#waiting.get(question)?.resolve(value);
    this.#waiting.delete(question);
  }

  /** The message is no longer wanted: every question fails, so that the work on it ends. */
  drop() {
    this.#isDropped = true;
    for (const { reject } of this.#waiting.values()) reject(new Error('The message was dropped.'));
    this.#waiting.clear();
  }

  /**
   * @param {ThreadQuestion} asked
   * @param {ArrayBuffer[]} moved
   * @returns {Promise<unknown>}
   */
  #ask(asked, moved = []) {
    if (this.#isDropped) return Promise.reject(new Error('The message was dropped.'));
    const question = this.#asked;
    this.#asked += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(question, { resolve, reject });
      this.#post({ kind: 'question', message: this.#message, question, asked }, moved);
    });
  }

  /**
   * @param {FromThread} sent
   * @param {ArrayBuffer[]} moved
   */
  #post(sent, moved = []) {
    if (this.#isDropped) return;
    parentPort?.postMessage({ found: this.#found, ...sent }, moved);
    this.#found = {};
  }
}

/**
 * @template Value
 * @param {Value} value text, or anything that holds texts
 * @returns {Value}
 */
function clean(value) {
  return /** @type {Value} */ (cleanValue(value));
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function cleanValue(value) {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed();
  if (Array.isArray(value)) return value.map(cleanValue);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, cleanValue(held)]));
}
