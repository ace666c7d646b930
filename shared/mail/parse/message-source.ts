// What the parser of messages reads: the bytes of a message, and who delivered it.

/** Who delivered a message by SMTP; SPF judges it. */
export interface SmtpClient {
  /** IP address. */
  address: string;
  /** The name that it gave in HELO or EHLO. */
  helo: string;
  /** The return path; empty: `<>`. */
  mailFrom: string;
}

/** The bytes of a message. */
export interface MessageSource {
  size: number;
  chunks(): AsyncIterable<Buffer>;
}
