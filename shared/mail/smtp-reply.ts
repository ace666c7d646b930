// Types of an SMTP reply and of the stage of the SMTP dialogue at which it arrived. The transports, the bounce
// classification (smtp-outcome.ts) and the provider switch, which stores the stage of a refusal, all use them.

/** The stage of the SMTP dialogue of a reply or a failure. */
export type SmtpStage =
  /** Waiting for a free connection; nothing is sent yet. */
  | 'queue'
  | 'connect'
  | 'greeting'
  | 'ehlo'
  /** STARTTLS and the TLS handshake after it. */
  | 'tls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  /** The command itself, until the server asks for the content. */
  | 'data'
  /** From the first octet of the message to the reply after its last one. */
  | 'content';

/** Stages before any request: a server refuses our connection here, not a mail. */
export const CONNECTION_STAGES: ReadonlySet<SmtpStage> = new Set(['connect', 'greeting', 'ehlo']);

/**
 * The reply of a server. When our client finds that a server does not offer what a mail needs, it reports the reply that
 * a server would have sent as `isOurs`: 553 5.6.7 for SMTPUTF8 (RFC 6531 §3.5), 450 4.7.10 for TLS (the codes of RFC 5248).
 */
export interface SmtpReply {
  /** 200–599. */
  code: number;
  /** Enhanced status code (RFC 3463), such as `5.1.1`; absent when the server sent none. */
  enhanced?: string;
  /** The text of the reply without the codes; its lines are joined by a space. */
  text: string;
  /** Our client has detected the problem: no server has sent this reply. */
  isOurs?: true;
}
