// Parts that mail can have besides its sender, its recipients and its text, each in a file of this folder: its checks
// before acceptance, its columns, its data for a claimed mail, and its erasure. Accepting, delivering and erasing walk
// over the list (list.ts) and name none (docs/architecture/mail-parts.md, which says how to add one).
import type { DomainError } from '../../../../contract/domain-error.ts';
import type { RecipientLinks } from '../../../../mail/recipient-links/recipient-links.ts';
import type { CombinableQuery } from '../../../../platform/db/combined-query.ts';
import type { SentColumns } from '../../../../platform/db/parameters/sent-rows.ts';
import type { TextColumns } from '../../../../platform/db/rewrite-texts.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { OptOut } from '../../../audience/topics/choices/opted-out.ts';
import type { Eraser } from '../../../foundation/erasing/eraser.ts';
import type { PlannedEmail } from '../accept/plan.ts';
import type { ClaimedRecipient, LoadedEmail } from '../delivery/loaded-email.ts';
import type { NewEmail } from '../email.ts';

/** A part. All but the name is done only for mail that has it; where no mail of a group has it, nothing is called. */
export interface MailPart {
  /** The name in the names of statements. */
  name: string;
  /** Whether an email that is submitted has it. */
  isIn(email: NewEmail): boolean;
  /** Characters that it takes while its email waits to be stored. */
  sizeOf?(email: NewEmail): number;
  asks?: Asked;
  /** Columns of `emails` and of `email_contents` that it fills; NULL without it. */
  columns?: { emails?: SentColumns<PlannedEmail>; contents?: SentColumns<PlannedEmail> };
  /** Inserts rows of its own, in the transaction of the emails and after them. */
  insert?(transaction: Transaction, emails: readonly NewEmail[], ids: Ids): Promise<void>;
  /** The values that a claimed mail has of it: name in LoadedEmail → SQL, of the tables `emails` and `contents`. */
  loads?: Readonly<Record<string, string>>;
  /** Adds to each of the emails the data from rows of its own, and the values that are made from loaded ones. */
  load?(client: Transaction, emails: readonly LoadedEmail[]): Promise<void> | undefined;
  rechecks?: Rechecked;
  /**
   * Adds header fields to those of a message. @param email the known values, which are complete for a mail that is sent
   * @param own absent: the message is for all recipients
   */
  headers?(
    headers: Readonly<Record<string, string>>,
    email: Partial<Omit<LoadedEmail, 'domain'>>,
    own: OwnLinks | undefined,
  ): Readonly<Record<string, string>>;
  erases?: Erased;
}

/** The links of a recipient. */
export interface OwnLinks extends RecipientLinks {
  /** Whether one click unsubscribes (RFC 8058), which needs https. */
  canOneClick: boolean;
}

/** The checks before emails are accepted, in the statement of their group. */
export interface Asked {
  /** @param emails those that have the part */
  queries(emails: readonly NewEmail[]): readonly CombinableQuery<AskedAnswer>[];
}

/** The answers about emails. */
export interface AskedAnswer {
  /** The reason why an email is not accepted unchanged. */
  refusalOf?(email: NewEmail): DomainError | undefined;
  /** Why an address of it does not want it. */
  findOptOut?(email: NewEmail, address: string): OptOut | undefined;
}

/** The checks that are repeated for claimed recipients, because the answer may have changed since acceptance. */
export interface Rechecked {
  /** The values of its email that a recipient has: name → column of `emails`. */
  columns: Readonly<Record<string, string>>;
  isIn(recipient: RecheckedRow): boolean;
  /** @returns what gives a recipient the answer */
  query(
    recipients: readonly RecheckedRow[],
  ): CombinableQuery<(recipient: ClaimedRecipient, row: RecheckedRow) => void>;
}

/** A claimed recipient; parts add what they ask of its email. */
export interface RecheckedRow {
  accountId: string;
  address: string;
}

/** The erasure of a person from the part. */
export interface Erased {
  /** The assignments for mail to this person alone. */
  emails?: string;
  contents?: string;
  /** Texts that may have the address; those of `emails` and `email_contents` by column. */
  texts?: { emails?: TextColumns['columns']; contents?: TextColumns['columns'] };
  /** Texts of rows of its own that may have the address. */
  rowTexts?: TextColumns;
  /** Erases the person from rows of its own. @param of the account's emails; the own ones were for the person alone */
  rows?(client: Transaction, of: ErasedMail, eraser: Eraser): Promise<void>;
}

/** Emails from which a person is taken out. */
export interface ErasedMail {
  accountId: string;
  ids: readonly string[];
  /** The emails that were for the person alone. */
  own: readonly string[];
}
