// Writes down the dialogue of a connection while it is opened, and of each of its mails. The login is never in it:
// replies are added after their redaction (reply.ts), and commands of a login are not written down. It is on the path
// of every mail, so it is one text from the beginning (shared/mail/smtp-dialogue.ts).
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type DialogueTls, type Speaker, writeEvent, writeHead } from '../../../shared/mail/smtp-dialogue.ts';
import type { SmtpReply } from '../../../shared/mail/smtp-reply.ts';
import { withoutAddress } from './failure.ts';
import type { SmtpServer } from './servers.ts';

/** A server may say anything of any length. */
const LINE_MAX_LENGTH = 500;
const LINES_MAX = 60;

export class Transcript {
  readonly #server: string;
  readonly #openedAt = new Date().toISOString();
  /** Clients must not see the addresses of the operator's network. */
  readonly #hidesAddresses: boolean;
  /** The present mail began, on the monotonic clock. */
  #startMs = performance.now();
  /** False between two mails: that dialogue belongs to neither. */
  #isInMail = true;
  #lines = '';
  #count = 0;
  #mailsBefore = 0;
  #address: string | null = null;
  #source: string | null = null;
  #tls: DialogueTls | null = null;
  /** The beginning of the transcript, once the connection is open: all its mails have it. */
  #head: string | undefined;

  /** @param server a relay of the operator's, or a server of the recipient, which was connected to by its address */
  constructor({ host, address }: Pick<SmtpServer, 'host' | 'address'>) {
    this.#server = host;
    this.#hidesAddresses = address === undefined;
  }

  /** There is a connection: a socket that is closed forgets its addresses. */
  connected(socket: Socket): void {
    if (this.#hidesAddresses) this.note('Connected.');
    else {
      this.#address = socket.remoteAddress ?? null;
      this.#source = socket.localAddress ?? null;
      this.note(`Connected to ${this.#address}, port ${socket.remotePort}.`);
    }
    this.secured(socket);
  }

  /** Notes that the connection may now be encrypted. */
  secured(socket: Socket): void {
    if (this.#tls || !(socket instanceof TLSSocket)) return;
    const { authorized: verified } = socket;
    this.#tls = { version: socket.getProtocol(), cipher: socket.getCipher().name, verified };
    const { version, cipher } = this.#tls;
    this.note(`${version} with ${cipher}; the certificate was ${verified ? '' : 'not '}verified.`);
  }

  /** The certificate is the one that DNS names (DANE), with any authority. */
  trusted(): void {
    if (!this.#tls) return;
    this.#tls = { ...this.#tls, verified: true };
    this.note('The certificate is the one in DNS (DANE).');
  }

  /** The TLS of the connection; null: it is in the clear. */
  get tls(): DialogueTls | null {
    return this.#tls;
  }

  /** A mail begins. What opened the connection belongs to the first one. */
  begin(mailsBefore: number): void {
    this.#mailsBefore = mailsBefore;
    if (mailsBefore === 0 && this.#isInMail) return;
    this.#startMs = performance.now();
    this.#isInMail = true;
  }

  /** Our command. */
  say(words: string): void {
    this.#add('c', words);
  }

  hear({ code, enhanced, text }: SmtpReply): void {
    this.#add('s', enhanced === undefined ? `${code} ${text}` : `${code} ${enhanced} ${text}`);
  }

  /** Something happened without words. */
  note(event: string): void {
    this.#add('x', writeEvent(withoutAddress(event)));
  }

  /** Ends the mail. @returns its dialogue in the stored form */
  end(): string {
    const said = `${this.#headLine()}${this.#mailsBefore}\n${this.#lines}`;
    this.#isInMail = false;
    this.#lines = '';
    this.#count = 0;
    return said;
  }

  #headLine(): string {
    this.#head ??= writeHead({
      server: this.#server,
      address: this.#address,
      source: this.#source,
      opened_at: this.#openedAt,
      tls: this.#tls,
    });
    return this.#head;
  }

  #add(who: Speaker, text: string): void {
    if (!this.#isInMail || this.#count >= LINES_MAX) return;
    const cut = text.length > LINE_MAX_LENGTH ? text.slice(0, LINE_MAX_LENGTH).toWellFormed() : text;
    this.#count += 1;
    this.#lines += `${Math.round(performance.now() - this.#startMs)}${who}${cut}\n`;
  }
}
