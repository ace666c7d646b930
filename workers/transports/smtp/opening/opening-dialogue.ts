// What a server may say while its connection is opened: to each command one reply, with the code that this command
// succeeds with, or a refusal. nodemailer would take what was not asked for as the answer to its next command, so
// that a second greeting passed for the answer to EHLO and that one for a successful login; and it bounds a reply
// but not the empty lines between two. Whoever says more is left before any mail is.
import { ReplyReader } from '../replies/reply-reader.ts';

/** Of all that a server says until its connection is open; far above any. */
const OPENING_MAX_BYTES = 256 * 1024;
/** Commands and the codes with which they succeed; every other one belongs to a login (RFC 4954 §4). */
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
  /** How the reply may begin that is waited for; undefined: none is. */
  #success: RegExp | undefined = GREETING;

  /** We say something. */
  hearCommand(line: string): void {
    this.#success = SUCCESS.find(([command]) => command.test(line))?.[1] ?? LOGIN_SUCCESS;
  }

  /** The server says something. @returns what is wrong with it, undefined: nothing */
  hearServer(octets: Buffer): Error | undefined {
    this.#bytes += octets.length;
    const replies = this.#replies.push(octets);
    if (this.#replies.isEndless || this.#bytes > OPENING_MAX_BYTES)
      return new Error('The reply of the server does not end.');
    for (const reply of replies) {
      const objection = isEmpty(reply) ? undefined : this.#objectTo(reply);
      if (objection) return objection;
    }
    return this.#success || isEmpty(this.#replies.begun) ? undefined : unasked();
  }

  #objectTo(reply: string): Error | undefined {
    const success = this.#success;
    this.#success = undefined;
    // It may say so at any time (RFC 5321 §3.8).
    if (!success) return SERVER_IS_LEAVING.test(reply) ? refusal(reply) : unasked();
    const isAnswer = !SAYS_YES.test(reply) || success.test(reply);
    return isAnswer
      ? undefined
      : new Error(`The server answered with ${reply.slice(0, 3)}, which is no answer to that.`);
  }
}

/** nodemailer passes over empty lines. */
function isEmpty(reply: string): boolean {
  return reply.trim() === '';
}

function unasked(): Error {
  return new Error('The server spoke without being asked.');
}

/** As nodemailer tells it. */
function refusal(response: string): Error {
  return Object.assign(new Error('The server is leaving.'), { response });
}
