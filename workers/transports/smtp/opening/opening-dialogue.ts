// Checks the server's replies while a connection is opened: one reply to each command, with the code with which this
// command succeeds, or a refusal. nodemailer would take an unsolicited reply as the reply to its next command
// (desynchronisation): a second greeting passed for the reply to EHLO, and that one for a successful login. And
// nodemailer limits the size of a reply, but not the empty lines between two. A connection with such a server is closed
// before any mail is sent.
import { ReplyReader } from '../replies/reply-reader.ts';

/** Limit for all that a server sends until its connection is open; far above any normal amount. */
const OPENING_MAX_BYTES = 256 * 1024;
/** Commands and the codes with which they succeed; all other commands belong to a login (RFC 4954 §4). */
const SUCCESS: readonly [command: RegExp, code: RegExp][] = [
  [/^(EHLO|HELO) /, /^250/],
  [/^STARTTLS/, /^220/],
];
const GREETING = /^220/;
const LOGIN_SUCCESS = /^(235|334)/;
const SAYS_YES = /^[23]\d\d/;
const SERVER_IS_LEAVING = /^421/;

export class OpeningDialogue {
  readonly #replies = new ReplyReader();
  #bytes = 0;
  /** The expected code of the reply that is awaited; undefined: none is awaited. */
  #success: RegExp | undefined = GREETING;

  /** Call it with each command that is sent. */
  hearCommand(line: string): void {
    this.#success = SUCCESS.find(([command]) => command.test(line))?.[1] ?? LOGIN_SUCCESS;
  }

  /** Call it with all data that the server sends. @returns what is wrong with it, undefined if nothing */
  hearServer(octets: Buffer): Error | undefined {
    this.#bytes += octets.length;
    const replies = this.#replies.push(octets);
    if (this.#replies.isEndless || this.#bytes > OPENING_MAX_BYTES)
      return new Error('The reply of the server is too long.');
    for (const reply of replies) {
      const objection = isEmpty(reply) ? undefined : this.#objectTo(reply);
      if (objection) return objection;
    }
    return this.#success || isEmpty(this.#replies.begun) ? undefined : unasked();
  }

  #objectTo(reply: string): Error | undefined {
    const success = this.#success;
    this.#success = undefined;
    // A server may send 421 at any time (RFC 5321 §3.8).
    if (!success) return SERVER_IS_LEAVING.test(reply) ? refusal(reply) : unasked();
    const isAnswer = !SAYS_YES.test(reply) || success.test(reply);
    return isAnswer
      ? undefined
      : new Error(`The server answered with ${reply.slice(0, 3)}, which does not match the command.`);
  }
}

/** nodemailer skips empty lines. */
function isEmpty(reply: string): boolean {
  return reply.trim() === '';
}

function unasked(): Error {
  return new Error('The server sent an unsolicited reply.');
}

/** An error in the form of nodemailer's. */
function refusal(response: string): Error {
  return Object.assign(new Error('The server is closing the connection.'), { response });
}
