// Counts the outcomes of attempts for the reputation of their sender (foundation/reputation/sending-days.ts): each
// recipient that a server has accepted or refused, once, by its last state. The simulator is not a server, notices of
// the service do not count for the account that sends them, and without a server's reply nothing is known about the
// mail.
import type { CountedMail } from '../../../foundation/reputation/sending-days.ts';
import type { EmailStatus } from '../email.ts';
import { isNotice } from '../notices/notice.ts';
import type { LockedEmail } from './lock.ts';

/** An outcome, as far as it says something about the sender. */
export interface CountedOutcome {
  accountId: string;
  result: string;
  reply: { code: number | null };
  at: Date;
  /** The simulator has made it: it says nothing about the sender. */
  isSimulated: boolean;
}

/** The recorded result of a recipient before an outcome. */
export interface EarlierResult {
  state: EmailStatus;
  /** When that state was recorded, if it is the result of an attempt. */
  at: Date;
  /** A server replied. */
  hasReply: boolean;
}

/** The changes that an outcome makes in the counts of its domain. */
export function reputationCounts(
  outcome: CountedOutcome,
  earlier: EarlierResult,
  email: LockedEmail | undefined,
): CountedMail[] {
  const { accountId, result, reply, at, isSimulated } = outcome;
  const isTaken = result === 'sent' || result === 'delivered';
  const isRefused = (result === 'bounced' || result === 'failed') && reply.code !== null;
  if (!email || isNotice(email) || isSimulated || !(isTaken || isRefused)) return [];
  const { domainId } = email;
  const bounced = result === 'bounced' ? 1 : 0;
  const counted = { accountId, domainId, at, sentAt: at, judged: 1, bounced, complained: 0 };
  return [counted, ...(isTaken ? takenBack(counted, earlier) : [])];
}

/** Only a success changes a recipient that has bounced or failed (record.ts): it was late. */
function takenBack(counted: CountedMail, { state, at, hasReply }: EarlierResult): CountedMail[] {
  if (!hasReply || (state !== 'bounced' && state !== 'failed')) return [];
  return [{ ...counted, at, sentAt: at, judged: -1, bounced: state === 'bounced' ? -1 : 0 }];
}
