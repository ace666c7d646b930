// A received message, as a worker has read it.
import type { ParsedMessage, WrittenMailbox } from '../../../mail/parse/parsed-message.ts';
import { formatWritten } from '../../../mail/parse/to-parsed-message.ts';

/** A claimed message and its contents. The ids of its files identify uploads in received_chunks. */
export interface ReadEmail {
  id: string;
  /** The fencing token of the claim. */
  token: string;
  accountId: string;
  /** The domain; null: it arrived at MAIL_HOSTNAME. */
  domainId: string | null;
  receivedFor: readonly string[];
  createdAt: Date;
  /** The address of MAIL FROM; empty for the null return path `<>`. */
  mailFrom: string;
  /** The size of the message, in bytes. */
  size: number;
  message: ParsedMessage;
}

/** From as records show it: one text, which can be used as an address again; null: there is none. */
export function fromText(from: readonly WrittenMailbox[]): string | null {
  return from.length > 0 ? from.map(formatWritten).join(', ') : null;
}
