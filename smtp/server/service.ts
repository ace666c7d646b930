// The service of an SMTP server: the part that differs between incoming mail from other servers and mail that
// programs submit. The server does the protocol, TLS, limits and slow clients.

/** A client, as its connection says. */
export interface SmtpPeer {
  /** The id of the connection and its transaction, for `Received` and the logs. */
  id: string;
  /** IP address: of the connection, or the one that a trusted proxy reports. */
  address: string;
  /** Its neighbours share limits with it (limits.ts). */
  network: string;
  /** The name in HELO or EHLO. */
  helo: string;
  isTls: boolean;
  /** `SMTP`, `ESMTP`, `ESMTPS`, … (RFC 3848). */
  protocol: string;
}

/** A transaction of MAIL, RCPT and DATA. */
export interface SmtpTransaction {
  peer: SmtpPeer;
  /** Identify the connection, and the transaction: after RSET it is another. */
  connection: object;
  envelope: object;
  /** The sender as the client wrote it; empty: the null sender `<>`. */
  sender: string;
}

/** The password of a login; the user name may be anything. */
export interface SmtpLogin {
  peer: SmtpPeer;
  /** The connection, as in SmtpTransaction. */
  connection: object;
  password: string;
}

/** Serves the transactions of all clients. What it throws as a Refusal is the reply; any other error is a 451. */
export interface SmtpService {
  /** AUTH. Absent: there is no login. Present: no mail is accepted without one. */
  logIn?(login: SmtpLogin): Promise<void>;
  /** MAIL. */
  acceptSender(transaction: SmtpTransaction): Promise<void>;
  /** RCPT. @param recipient as the client wrote it; `postmaster` may be without a domain */
  acceptRecipient(transaction: SmtpTransaction, recipient: string): Promise<void>;
  /** DATA: resolves when the message may be answered 250. @returns the text of that reply; undefined: the usual one */
  receive(transaction: SmtpTransaction, pieces: AsyncIterable<Buffer>): Promise<string | undefined>;
}
