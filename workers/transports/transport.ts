// What carries a finished message to its next hop, and what may come of it. A transport never throws for what a
// server or a network does: every end has a name here, because the sender must know whether the mail is out.
import type { SmtpReply, SmtpStage } from '../../shared/mail/smtp-reply.ts';
import type { RefusedMail } from '../../shared/resources/sending/provider-switch.ts';

/** A message for one recipient: each recipient is an SMTP transaction of its own (design rule 4). */
export interface OutgoingMessage {
  envelope: {
    /** Return path; empty for a message that must not bounce. */
    from: string;
    to: string;
  };
  /** Header and body with CRLF at the end of each line, not dot-stuffed; its beginning where a tail follows. */
  raw: Buffer;
  /** The rest of a message that is not in memory; read anew for each try. */
  tail?: MessageTail;
  /** An address in its header needs SMTPUTF8 (RFC 6531). */
  smtpUtf8: boolean;
  /** Asks for reports (DSN) under this id, where the server offers them; absent: asks for nothing. */
  reportId?: string;
}

/** The end of a message, read while it is sent. */
export interface MessageTail {
  /** Octets of it. */
  size: number;
  /** 7-bit, whole lines that end in CRLF, not dot-stuffed. */
  read(): AsyncIterable<Buffer>;
}

/** What the sender has a say in. */
export interface SendHooks {
  /**
   * Asked when the server waits for the content, the last moment at which nothing is out. False: nothing is sent.
   * Asked once for each connection that gets so far.
   */
  beforeData(): boolean | Promise<boolean>;
}

/** No server has the message, or none said that it has. */
export interface Unreachable {
  kind: 'unreachable';
  stage: SmtpStage;
  /** For people: network, time-out, TLS. */
  reason: string;
  /** The whole message was out when the connection broke: the server may have it. Sending again may double it. */
  uncertain?: true;
}

/** How an attempt ended. */
export type Delivery =
  /** The next hop has taken responsibility for the message; with `willReport`, for the reports on it too. */
  | { kind: 'accepted'; reply: SmtpReply; willReport?: true }
  /** The server said no, for now (4xx) or for good (5xx); at stage `auth` to our login. */
  | { kind: 'refused'; stage: SmtpStage; reply: SmtpReply }
  | Unreachable
  /** `beforeData` said no. */
  | { kind: 'withheld' };

/** A way out for mail. */
export interface Transport {
  readonly name: string;
  /**
   * Tries once.
   * @throws only for a message that no transport may send (a line break in an address or outside of CRLF)
   */
  send(message: OutgoingMessage, hooks: SendHooks): Promise<Delivery>;
  /**
   * Asks the server whether it would take our mail; undefined: yes, else why not. Sends nothing.
   * @param refused a mail that was refused for our login: whether it would be taken now
   */
  probe(refused?: RefusedMail): Promise<string | undefined>;
  /** Takes nothing more, lets what is under way end, closes all connections. */
  close(): Promise<void>;
}
