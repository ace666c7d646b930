// One attempt to parse a message, from the side of the process: reads its octets, asks DNS, writes its files, and keeps
// what the thread finds.
import type { AuthenticationQuestions } from './authentication-questions.ts';
import { type DmarcRecord, findDmarcRecord } from './dmarc.ts';
import type { FileSink, FileSinks, MessageSource, SmtpClient } from './message-source.ts';
import type { ThreadHost } from './parsing-thread.ts';
import type { Found, ThreadQuestion, ThreadTask } from './thread-messages.ts';
import { domainOf, findFromAddress } from './to-parsed-message.ts';

/** What is sent to the thread at a time. */
const PIECE_BYTES = 64 * 1024;

/** An attempt; `end` closes its source. */
export class ParsingAttempt implements ThreadHost {
  readonly task: ThreadTask;
  /** What the thread has found so far. */
  found: Partial<Found> = {};
  /** The record of the domain of From. */
  dmarc: Promise<DmarcRecord> = Promise.resolve({ kind: 'none' });
  readonly #pieces: AsyncGenerator<Uint8Array>;
  readonly #files: FileSinks;
  readonly #questions: AuthenticationQuestions | null;
  #file: FileSink | undefined;

  constructor(
    source: MessageSource,
    client: SmtpClient | null,
    files: FileSinks,
    questions: AuthenticationQuestions | null,
  ) {
    this.task = { client, authenticates: questions !== null };
    this.#pieces = inPieces(source.chunks());
    this.#files = files;
    this.#questions = questions;
  }

  note(found: Partial<Found>): void {
    this.found = { ...this.found, ...found };
    const address = found.header ? findFromAddress(found) : null;
    const questions = this.#questions;
    // It is asked for at once, so that its answer has come when the message has been read.
    if (questions && address !== null) {
      this.dmarc = findDmarcRecord((name) => questions.txt(name), domainOf(address));
    }
  }

  async answer(question: ThreadQuestion): Promise<unknown> {
    switch (question.kind) {
      case 'chunk': {
        const next = await this.#pieces.next();
        return next.done ? null : next.value;
      }
      case 'dns':
        return await this.#questions?.answer(question.type, question.name);
      case 'open':
        this.#file = await this.#files.openFile();
        return this.#file.id;
      case 'write':
        return await this.#file?.write(Buffer.from(question.bytes.buffer));
      case 'close':
        return await this.#file?.end();
    }
  }

  async end(): Promise<void> {
    await this.#pieces.return(undefined);
  }
}

/** Pieces of one size, each with memory of its own that can be moved to the thread. */
async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array, undefined> {
  let piece = new Uint8Array(PIECE_BYTES);
  let length = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + PIECE_BYTES - length);
      piece.set(part, length);
      at += part.length;
      length += part.length;
      if (length < PIECE_BYTES) continue;
      yield piece;
      piece = new Uint8Array(PIECE_BYTES);
      length = 0;
    }
  }
  if (length > 0) yield piece.slice(0, length);
}
