// One attempt to parse a message, from the side of the process: reads its octets, asks DNS, writes its files, and keeps
// what the thread finds.
import type { AuthenticationQuestions } from './authentication-questions.ts';
import { type DmarcRecord, findDmarcRecord } from './dmarc.ts';
import type { FileSink, FileSinks, MessageSource, SmtpClient } from './message-source.ts';
import type { ThreadHost } from './parsing-thread.ts';
import type { Found, Piece, ThreadQuestion, ThreadTask } from './thread-messages.ts';
import { domainOf, findFromAddress } from './to-parsed-message.ts';

/** So that the memory of a thread does not depend on how a source reads. */
const PIECE_MAX_BYTES = 64 * 1024;

/** An attempt. */
export class ParsingAttempt implements ThreadHost {
  readonly task: ThreadTask;
  /** What the thread has found so far. */
  found: Partial<Found> = {};
  /** The record of the domain of From. */
  dmarc: Promise<DmarcRecord> = Promise.resolve({ kind: 'none' });
  readonly #pieces: AsyncGenerator<Piece, undefined>;
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
      case 'piece':
        return (await this.#pieces.next()).value;
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

  /** Closes the source. It is not waited for: it may be silent, which is why the attempt may have ended. */
  end(): void {
    this.#pieces.return(undefined).catch(() => {});
  }
}

/** Pieces with memory of their own, which can be moved to the thread. One is read ahead, to know which is the last. */
async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece, undefined> {
  let bytes: Uint8Array | undefined;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_MAX_BYTES) {
      if (bytes) yield { bytes, isLast: false };
      bytes = Uint8Array.from(chunk.subarray(at, at + PIECE_MAX_BYTES));
    }
  }
  yield { bytes: bytes ?? new Uint8Array(), isLast: true };
}
