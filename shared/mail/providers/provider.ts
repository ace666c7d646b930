// Mailbox providers run the servers of a recipient's domain. A provider accepts mail at a pace of its own, whatever the
// domains are called, so each has its windows, rates and rests (docs/architecture/mailbox-providers.md).

/** A mailbox provider, and how it wants its mail. */
export interface MailboxProvider {
  /** The name in the table (table.ts), without a dot; else the registrable name of the host. Lower case. */
  name: string;
  /** Whether it is in the table: only listed ones are labels of metrics. */
  isListed: boolean;
  /** Connections from one address of ours at a time, of all processes together. */
  connections: number;
  mailsPerConnection: number;
  /** Mails a minute from one address of ours, to begin with; null: as many as its connections take, until it asks for fewer. */
  firstRate: number | null;
  /** Mails a minute that are never exceeded; null: no bound. */
  maxRate: number | null;
  /** Whether it accepts mail over TLS only. */
  needsTls: boolean;
  /** How long it keeps an idle connection, in milliseconds; null: not known. */
  idleMs: number | null;
}

/** Finds providers. */
export interface MailboxProviders {
  /** @param host the host name of a mail server (MX), in lower case, without a final dot */
  of(host: string): MailboxProvider;
  /** A domain whose servers belong to several providers is a provider of its own. @param domain of recipients */
  ofDomain(domain: string): MailboxProvider;
}
