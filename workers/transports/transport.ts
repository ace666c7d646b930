// The interface of transports, which send a finished message to the next hop, and the possible results. A transport
// never throws for what a server or a network does: every result has a name here, because the sender must know whether
// the mail was sent.
import type { DeliveryTls } from '../../shared/mail/delivery-tls.ts';
import type { ReplyEffect } from '../../shared/mail/providers/reply-effect.ts';
import type { SmtpReply, SmtpStage } from '../../shared/mail/smtp-reply.ts';
import type { RefusedMail } from '../../shared/resources/foundation/providers/switch.ts';
import type { FindWay, Way } from './mx/ways.ts';

/** A message for one recipient: each recipient has an SMTP transaction (docs/architecture/guarantees.md#claims). */
export interface OutgoingMessage {
  /** The id of the recipient: of several addresses of ours, all its tries take the same. */
  id: string;
  /** The pool of our addresses that belongs to the domain of the sender; null or absent: the pool of its lane. */
  sourcePool?: string | null;
  /** The way of direct delivery, as it was found before; absent: it is found now. */
  way?: Way | undefined;
  /** The account: accounts take turns where mails wait for a connection. */
  accountId: string;
  envelope: {
    /** Return path; empty for a message that must not bounce. */
    from: string;
    to: string;
  };
  /**
   * Header fields of this recipient alone, in front of `raw`, which recipients share: whole lines in ASCII, none of which
   * begins with a dot.
   */
  head?: Buffer;
  /** Header and body with CRLF line ends, not dot-stuffed; only the beginning if a tail follows. */
  raw: Buffer;
  /** The rest of a message with attachments or a large body; read again for each attempt. */
  tail?: MessageTail;
  /** An address in its header needs SMTPUTF8 (RFC 6531). */
  smtpUtf8: boolean;
  /** Whether it is sent to a server with 8BITMIME or not at all (RFC 6152 §3). */
  isEightBit?: boolean;
  /** Whether it is sent over an encrypted connection or not at all. */
  requiresTls?: boolean;
  /** Requests reports (DSN) under this id if the server supports them; absent: requests none. */
  reportId?: string;
}

/** The rest of a message, read while it is sent. */
export interface MessageTail {
  /** Size in bytes. */
  size: number;
  /** Its data: whole lines that end in CRLF, not dot-stuffed; 7-bit unless the message says otherwise. */
  read(): AsyncIterable<Buffer>;
}

/** Callbacks to the sender. */
export interface SendHooks {
  /**
   * Called when the server waits for the content, the last moment at which nothing is sent. False: nothing is sent.
   * Called once for each connection that gets so far.
   */
  beforeData(): boolean | Promise<boolean>;
}

/** The server that an attempt ended with. */
interface Tried {
  /** Its host name; absent: no server was tried. */
  server?: string;
  /** The TLS of a connection to the recipient's server; absent: none was opened, or mail leaves through a relay. */
  tls?: DeliveryTls;
  /**
   * The dialogue of each connection that the attempt used, or could not open (shared/mail/smtp-dialogue.ts); absent: no
   * server was tried.
   */
  dialogue?: string;
}

/** No server has the message, or none has confirmed it. */
export interface Unreachable extends Tried {
  kind: 'unreachable';
  stage: SmtpStage;
  /** For people: network, time-out, TLS. */
  reason: string;
  /** The whole message was sent when the connection broke: the server may have it, and a retry may duplicate it. */
  uncertain?: true;
}

/** The result of an attempt that was made, or held back. */
export type AttemptedDelivery =
  /** The next hop has accepted responsibility for the message; with `willReport`, for the requested reports, too. */
  | ({ kind: 'accepted'; reply: SmtpReply; willReport?: true } & Tried)
  /**
   * The server refused, temporarily (4xx) or permanently (5xx); at stage `auth` it refused our login. `effect`: what it says
   * about all mail that we send to the mailbox provider.
   */
  | ({ kind: 'refused'; stage: SmtpStage; reply: SmtpReply; effect?: ReplyEffect | undefined } & Tried)
  | Unreachable
  /** DNS has neither an MX nor an address of the recipient's domain. */
  | ({ kind: 'no_such_domain' } & Tried)
  /** `beforeData` returned false. */
  | { kind: 'withheld' };

/**
 * The return value of a transport: the result of an attempt, or that there was none, because the server does not offer
 * 8BITMIME and the message must be of 7 bits for it.
 */
export type Delivery = AttemptedDelivery | { kind: 'needs_seven_bit' };

/** A way to send mail. */
export interface Transport {
  readonly name: string;
  /** Whether it is the recipient's own server that answers: then there is no login, and its 250 is the delivery. */
  readonly isDirect: boolean;
  /** Finds the way of a mail before it is sent; absent: all mail takes the same. */
  readonly findWay?: FindWay;
  /**
   * Tries once.
   * @throws TypeError for a message that no transport may send (a line break in an address or outside of CRLF), or the
   * error of a tail that could not be read because the database is unavailable: no server has taken the message
   */
  send(message: OutgoingMessage, hooks: SendHooks): Promise<Delivery>;
  /**
   * Asks the server whether it would accept our mail; sends nothing.
   * @param refused a mail that was refused because of our login or configuration, which the probe repeats
   * @returns undefined if it would, otherwise why not
   */
  probe(refused?: RefusedMail): Promise<string | undefined>;
  /**
   * Accepts nothing more, finishes the mail on the wire, closes all connections. It may be called again, with a shorter time.
   * @param withinMs after that it is broken off; absent: within the time of a graceful shutdown
   */
  close(withinMs?: number): Promise<void>;
}
