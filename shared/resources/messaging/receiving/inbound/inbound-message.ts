// The interface for the SMTP server: the recipients that it accepts mail for, and messages to store before they are
// answered 250 (docs/architecture/receiving.md).
import type { SmtpClient } from '../../../../mail/parse/message-source.ts';
import type { ContentWriter, StoredContent } from '../../../../platform/storage/upload-store.ts';

/** Whether mail for an address is taken. */
export type RecipientVerdict =
  /** `domainId` is null at MAIL_HOSTNAME. */
  | { kind: 'ok'; accountId: string; domainId: string | null }
  /**
   * An address for complaints: about all mail, for the operator's account, or about mail of the account of a From
   * domain.
   */
  | { kind: 'feedback'; accountId: string }
  /** The domain is none of ours. */
  | { kind: 'foreign' }
  /** The domain is ours and takes no mail. */
  | { kind: 'not_receiving' }
  /** Its account is suspended: its sender is to try again. */
  | { kind: 'suspended' }
  /** Its account has used up twice what its plan allows. */
  | { kind: 'over_quota' };

/** A recipient of the envelope that mail is accepted for. */
export interface InboundRecipient {
  /** The address as the client gave it, with the domain in lower-case ASCII. */
  address: string;
  accountId: string;
  domainId: string | null;
}

/** An address whose mail is not for an account but about mail that was sent. */
export type ReportAddress =
  /** The return path of an email: mail to it is a report about its recipient. */
  | { purpose: 'report'; address: string; recipientId: string }
  /** A feedback address: mail to it is a complaint, which must itself identify the recipient. */
  | { purpose: 'feedback'; address: string; accountId: string };

/** A message that was received completely. */
export interface InboundMessage {
  client: SmtpClient;
  /** At least one; of a report none. */
  recipients: readonly InboundRecipient[];
  /** Null: a message for accounts. */
  report: ReportAddress | null;
  /** The bytes with our `Received` field in front: in memory, or in an upload. */
  content: Buffer | StoredContent;
  /**
   * SHA-256 of the envelope and of the bytes as they arrived, to recognize a message that is sent again because its 250
   * was lost; null for a message without a Message-ID, which may be the same on purpose.
   */
  digest: Buffer | null;
  receivedAt: Date;
}

/** The result for a message that may be answered 250. */
export type StoreResult = 'stored' | 'repeated' | 'dropped';

/** Receives messages for the accounts. */
export interface Reception {
  /**
   * One verdict for each address, in their order.
   * @throws when Postgres cannot be asked
   */
  checkRecipients(addresses: readonly string[]): Promise<RecipientVerdict[]>;
  /** Writes a message that is too long for memory while it arrives. */
  openUpload(): ContentWriter;
  /** Removes an upload that is not stored. Safe to repeat. */
  discardUpload(id: string): Promise<void>;
  /**
   * Resolves after the commit.
   * @returns `repeated`: the same message is stored already; `dropped`: a report about a recipient that is not
   *   stored, or mail that no account receives any more
   * @throws when it is not stored, or not known to be
   */
  store(message: InboundMessage): Promise<StoreResult>;
  /** Resolves when all that was handed over is stored or refused. */
  drain(): Promise<void>;
}
