// The connection of one client. It adds to the library's: our own parser (input-parser.ts), exact enhanced status
// codes, a connection that ends after a refusal, and a client that is given up in the middle of a message.
import type { Socket } from 'node:net';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import type { SlotHolder } from './connection-slots.ts';
import { type ContentStream, InputParser } from './input-parser.ts';
import { COMMAND_MAX_BYTES } from './limits.ts';
import { hasEnhancedStatus, toReplyLines } from './reply.ts';

/**
 * A path (RFC 5321 §4.1.2) of MAIL or RCPT up to its `@`: what comes before the local part, which may be in quotes, and the
 * local part. The library looks for spaces and further `@` without regard to quotes.
 */
const PATH = /^([^:]*:\s*<(?:@[^\s:]*:)?)("(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"|[^\s"<>@\p{Cc}]+)(?=@)/u;
/** The reply to DATA, after which the content follows. */
const START_MAIL_INPUT = 354;
/** The greeting, and the reply to STARTTLS, which must have left before the first byte of TLS. */
const READY = 220;

type ParsedPath = Exclude<ReturnType<SMTPConnection['_parseAddressCommand']>, false>;

/** One connection. */
export class ClientConnection extends SMTPConnection implements SlotHolder {
  /** The neighbours with which it shares limits. */
  network = '';
  /** True from DATA until its reply. */
  isReceiving = false;
  /** The content that is arriving. */
  content: ContentStream | undefined;
  /** Set with a refusal that ends the connection, and when the server stops. */
  closesAfterReply = false;
  /** Whether it may log in without TLS, and is offered none. */
  isTrustedInClear = false;
  /** The library lets each client wait for 100 ms, to find programs that send spam and do not wait for the greeting. */
  greetsAtOnce = false;
  #answeredAt = performance.now();
  #deadline: NodeJS.Timeout | undefined;
  #gathering: Socket | undefined;

  override init(): void {
    if (this.greetsAtOnce) this._setListeners(() => this.connectionReady());
    else super.init();
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    this.#answeredAt = performance.now();
    if (code === READY) this.#sendGathered();
    else this.#gatherReplies();
    const text = typeof data === 'string' ? toReplyLines(data) : this.#withoutVainOffers(data);
    super.send(code, text, hasEnhancedStatus(data) ? false : context);
    if (this.closesAfterReply && code !== START_MAIL_INPUT) this.close();
  }

  /**
   * The library offers a login without TLS too, and clients would send their password before they read the refusal. Many
   * clients take STARTTLS wherever it is offered, and then refuse a certificate that no authority has signed.
   */
  #withoutVainOffers(lines?: string[] | null): string[] | null | undefined {
    if (!this.#mayLogIn) return lines?.filter((line) => !line.startsWith('AUTH '));
    return this.isTrustedInClear ? lines?.filter((line) => line !== 'STARTTLS') : lines;
  }

  get #mayLogIn(): boolean {
    return this.secure || this.isTrustedInClear;
  }

  /** The library reads the rest; what a local part may be, the service says. */
  override _parseAddressCommand(name: string, command: Buffer | string): ParsedPath | false {
    const text = command.toString();
    const [all, before = '', localPart = ''] = PATH.exec(text) ?? [];
    if (all === undefined) return super._parseAddressCommand(name, text);
    const parsed = super._parseAddressCommand(name, `${before}x${text.slice(all.length)}`);
    return parsed && { ...parsed, address: localPart + parsed.address.slice('x'.length) };
  }

  /** RFC 4954 §6 */
  override handler_AUTH(command: Buffer, callback: () => void): void {
    if (this.#mayLogIn) super.handler_AUTH(command, callback);
    else {
      this.send(538, '5.7.11 Start TLS (STARTTLS) before you log in');
      callback();
    }
  }

  /**
   * Replies to commands that arrived together are sent together (RFC 2920 §3.2): at the end of this turn of the event
   * loop.
   */
  #gatherReplies(): void {
    if (this.#gathering) return;
    this.#gathering = this._socket;
    this.#gathering.cork();
    setImmediate(() => this.#sendGathered());
  }

  #sendGathered(): void {
    this.#gathering?.uncork();
    this.#gathering = undefined;
  }

  /** Also called for the input after STARTTLS: earlier input stays in the previous parser. */
  override _createParser(): InputParser {
    const parser = new InputParser({ maxCommandLength: COMMAND_MAX_BYTES });
    parser.oncommand = (command, callback) => this._onCommand(command, callback);
    parser.on('error', (error) => this.send(421, `4.7.0 ${error.message}`));
    return parser;
  }

  /**
   * Since when the client has been silent: while a command is answered it waits for us. A part of a command does not
   * count.
   */
  get silentSince(): number | undefined {
    return this.isReceiving || this._handlerPending ? undefined : this.#answeredAt;
  }

  get hasRecipient(): boolean {
    return (this.session.envelope?.rcptTo.length ?? 0) > 0;
  }

  giveWay(): void {
    this.giveUp(421, '4.3.2 Too many connections are open, try again later');
  }

  /** A complete message, or whatever `missing` names, must arrive within this time from now. */
  startDeadline(ms: number, missing = 'No message was complete'): void {
    this.stopDeadline();
    this.#deadline = setTimeout(() => this.giveUp(421, `4.4.2 ${missing} in time`), ms);
  }

  stopDeadline(): void {
    clearTimeout(this.#deadline);
  }

  /** Ends the connection at once, in the middle of a message too. */
  giveUp(code: number, text: string): void {
    const { content } = this;
    this.send(code, text);
    this.close();
    content?.destroy(new Error(text));
  }
}
