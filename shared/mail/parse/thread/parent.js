// The parser of the process, as one message in the thread sees it: answers questions, and learns what was found.
// @ts-check
import { parentPort } from 'node:worker_threads';
import { cleanTexts } from './clean-texts.js';

/** @import { Found, FromThread, ThreadDnsAnswer, ThreadQuestion } from '../thread-messages.ts' */

export class Parent {
  #message;
  #asked = 0;
  #isDropped = false;
  /** @type {Map<number, { resolve(value: unknown): void, reject(error: Error): void }>} */
  #waiting = new Map();

  /** @param {number} message */
  constructor(message) {
    this.#message = message;
  }

  /** The next octets; null at the end. */
  async chunk() {
    const bytes = /** @type {Uint8Array | null} */ (await this.#ask({ kind: 'chunk' }));
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * @param {Extract<ThreadQuestion, { kind: 'dns' }>['type']} type
   * @param {string} name
   */
  async dns(type, name) {
    return /** @type {ThreadDnsAnswer} */ (await this.#ask({ kind: 'dns', type, name }));
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

  /** @param {Partial<Found>} found */
  found(found) {
    this.#post({ kind: 'found', message: this.#message, found: cleanTexts(found) });
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

  /** The message is not wanted any more: every question fails, so that the work on it ends. */
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
    if (!this.#isDropped) parentPort?.postMessage(sent, moved);
  }
}
