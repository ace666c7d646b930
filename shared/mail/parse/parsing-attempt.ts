// One attempt to parse a message, from the side of the process: reads its octets, asks DNS, writes its files, and keeps
// what the thread finds.
import { findDmarcPolicy } from '../domains/dmarc.ts';
import {
  authenticateFrom,
  type FromAuthentication,
  type FromDomain,
  NOT_AUTHENTICATED,
} from './authenticate-from.ts';
import type { AuthenticationQuestions } from './authentication-questions.ts';
import type { FileSink, FileSinks, MessageSource, SmtpClient } from './message-source.ts';
import type { ThreadHost } from './parsing-thread.ts';
import type { FoundInMessage, MessagePiece, ThreadQuestion, ThreadTask } from './thread-messages.ts';
import { findFromAddress } from './to-parsed-message.ts';

/** The largest piece, so that the memory of a thread does not depend on how a source reads. */
const PIECE_MAX_BYTES = 64 * 1024;

/** An attempt. */
export class ParsingAttempt implements ThreadHost {
  readonly task: Omit<ThreadTask, 'isHeaderAwaited'>;
  /** The findings of the thread so far. */
  readonly found: Partial<FoundInMessage> = {};
  readonly #pieces: AsyncGenerator<MessagePiece, undefined>;
  readonly #files: FileSinks;
  readonly #questions: AuthenticationQuestions | null;
  #from: Promise<FromDomain> | undefined;
  #file: FileSink | undefined;

  constructor(
    source: MessageSource,
    client: SmtpClient | null,
    files: FileSinks,
    questions: AuthenticationQuestions | null,
  ) {
    this.task = { client, authenticates: questions !== null, describes: source.isDescribed === true };
    this.#pieces = inPieces(source);
    this.#files = files;
    this.#questions = questions;
  }

  note(found: Partial<FoundInMessage>): void {
    Object.assign(this.found, found);
    const address = found.header ? findFromAddress(found) : null;
    // It asks DNS at once, so that the answer is there when the message has been read.
    if (this.#questions && address !== null) this.#from = findFromDomain(address, this.#questions);
  }

  /** Whether From is proven, by what the thread has found. */
  async authenticate(): Promise<FromAuthentication> {
    if (!this.#questions) return NOT_AUTHENTICATED;
    return await authenticateFrom(this.found, this.task.client, await this.#from, this.#questions);
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

async function findFromDomain(address: string, questions: AuthenticationQuestions): Promise<FromDomain> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return { domain, dmarc: await findDmarcPolicy(domain, questions) };
}

/** Pieces with memory of their own, which can be moved to the thread. One is read ahead, to know which is the last. */
async function* inPieces(source: MessageSource): AsyncGenerator<MessagePiece, undefined> {
  let bytes: Uint8Array | undefined;
  for await (const chunk of source.chunks()) {
    for (let at = 0; at < chunk.length; at += PIECE_MAX_BYTES) {
      if (bytes) yield { bytes, isLast: false };
      bytes = Uint8Array.from(chunk.subarray(at, at + PIECE_MAX_BYTES));
    }
  }
  yield { bytes: bytes ?? new Uint8Array(), isLast: true };
}
