// What a server said and where in the dialogue it said so: the words of transports, of the table of outcomes and of
// the switch that keeps where the provider refused us.

/** Where in the dialogue a reply came, or something ended. */
export type SmtpStage =
  /** Waiting for a free connection: nothing was said yet. */
  | 'queue'
  | 'connect'
  | 'greeting'
  | 'ehlo'
  /** STARTTLS and the handshake behind it. */
  | 'tls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  /** The command itself, until the server asks for the content. */
  | 'data'
  /** From the first octet of the message to the reply behind its last. */
  | 'content';

/**
 * A server's reply. What a client finds out by itself it reports as the reply that a server would have given: no
 * SMTPUTF8 on offer is 550 5.6.7 (RFC 6531 §3.5), a message above the offered SIZE 552 5.3.4.
 */
export interface SmtpReply {
  /** 200–599. */
  code: number;
  /** Enhanced status code (RFC 3463), e.g. `5.1.1`; absent when the server gave none. */
  enhanced?: string;
  /** Its words without the codes; lines are joined by a space. */
  text: string;
}
