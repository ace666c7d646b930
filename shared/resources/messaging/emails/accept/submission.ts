// A submission: the email or the batch of one request. It is stored completely or not at all; a permissive batch leaves
// out its invalid emails first.

import type { RefusedItem } from '../../../../contract/refused-items.ts';
import type { TimelineActor } from '../../../audience/timeline-records/record.ts';
import type { Usage } from '../../../foundation/accounts/quota/quota.ts';
import type { Reservation, StoredAnswer } from '../../../foundation/idempotency/keys.ts';
import type { NewEmail } from '../email.ts';
import type { Companion } from './companion.ts';
import type { Deadline } from './deadline.ts';

/** Emails of one account that are stored together or not at all. */
export interface Submission {
  accountId: string;
  /** At least one email. */
  emails: readonly NewEmail[];
  /** Undefined: the request sends a single email. */
  batch?: Batch | undefined;
  /** The idempotency key to finish in the same transaction, with the answer to remember. */
  idempotency?: { reservation: Reservation; answerOf(accepted: Accepted): StoredAnswer } | undefined;
  /** The companion that is written together with the emails; if its claim was lost, nothing is stored. */
  companion?: Companion | undefined;
  /** The actor of a request: refusals are recorded for the timelines of the recipients. */
  by?: TimelineActor | undefined;
  /** Until when it must be stored or given up. */
  deadline?: Deadline | undefined;
}

/** The options of a batch (docs/reference/batches.md). */
export interface Batch {
  /** `strict`: one invalid email refuses the whole batch. `permissive`: invalid emails are left out. */
  mode: 'strict' | 'permissive';
  /** The index of each email in the request. */
  indexes: readonly number[];
  /** The emails of a permissive batch that validation has already left out. */
  refused: readonly RefusedItem[];
}

/** The result of a submission that was stored. */
export interface Accepted {
  /** Ids of the stored emails, in their order. */
  ids: string[];
  /** The emails that a permissive batch left out, in the order of the request. */
  refused: RefusedItem[];
  /** The account's usage after the charge; undefined if it is unknown, after a lost answer to COMMIT. */
  usage: Usage | undefined;
}
