// The locked recipients that reports are about, with their earlier records; and how they change while the
// reports of a group are applied one after the other.

import type { Transaction } from '../../../../platform/db/transaction.ts';
import { ERASED_ADDRESS } from '../../../foundation/erasing/eraser.ts';
import type { CampaignMail } from '../../campaign-recipients/campaign-mail.ts';
import type { LockedEmail } from '../delivery/lock.ts';
import type { EmailStatus, EngagedMail } from '../email.ts';
import type { EventCause } from '../events/cause.ts';
import type { CountCorrection, EmailEventType } from '../events/event.ts';
import { isNotice } from '../notices/notice.ts';
import type { RecipientReport } from './report.ts';

interface RecipientRow {
  id: string;
  emailId: string;
  accountId: string;
  address: string;
  state: EmailStatus;
  complainedAt: Date | null;
}

/** An event that counts when reports are judged. */
interface EarlierEvent {
  emailId: string;
  recipient: string;
  type: EmailEventType;
  at: Date;
  isReported: boolean;
}

/** A recipient. */
export class ReportedRecipient {
  readonly id: string;
  readonly emailId: string;
  readonly accountId: string;
  readonly domainId: string;
  readonly campaign: CampaignMail | null;
  readonly engages: EngagedMail;
  /** A notice of the service says nothing about the account. */
  readonly isNotice: boolean;
  readonly address: string;
  state: EmailStatus;
  /** Whether its row has to be written, and when it changed. */
  isMoved = false;
  changedAt: Date | undefined;
  /** The failure that was reported; null: none. */
  failure: EventCause | null = null;
  /** Reports of a delay so far. */
  delays: number;
  /** When its first complaint took effect. */
  complainedAt: Date | null;
  readonly sentAt: Date | undefined;
  #deliveredAt: Date | undefined;
  #isDeliveredLater: boolean;

  constructor(row: RecipientRow, email: LockedEmail, events: readonly EarlierEvent[]) {
    const last = (type: EmailEventType) => events.findLast((event) => event.type === type);
    this.id = row.id;
    this.emailId = row.emailId;
    this.accountId = row.accountId;
    this.address = row.address;
    this.state = row.state;
    this.complainedAt = row.complainedAt;
    this.domainId = email.domainId;
    this.campaign = email.campaign;
    this.engages = email.engages;
    this.isNotice = isNotice(email);
    this.delays = events.filter(({ type, isReported }) => type === 'delivery_delayed' && isReported).length;
    this.sentAt = last('sent')?.at;
    this.#deliveredAt = last('delivered')?.at;
    this.#isDeliveredLater = last('delivered')?.isReported ?? false;
  }

  /** The corrections that an event makes to the counts (metrics/counts.ts). */
  correctionsOf(type: EmailEventType, at: Date): CountCorrection[] {
    const sentAt = this.sentAt;
    const deliveredAt = this.#deliveredAt;
    if (type === 'delivered') {
      const taken = sentAt ? [{ name: 'sent_superseded' as const, at: sentAt }] : [];
      return [...taken, { name: 'delivered_later', at }];
    }
    if (type !== 'bounced' && type !== 'failed') return [];
    const countedAt = this.#isDeliveredLater ? deliveredAt : sentAt;
    return [
      ...(countedAt ? [{ name: 'sent_superseded' as const, at: countedAt }] : []),
      ...(deliveredAt ? [{ name: 'delivered_superseded' as const, at: deliveredAt }] : []),
    ];
  }

  /** Applies a report. */
  move(state: EmailStatus, report: RecipientReport): void {
    const isDelivered = this.state === 'sent' && (state === 'delivered' || state === 'complained');
    if (isDelivered) {
      this.#deliveredAt = report.at;
      this.#isDeliveredLater = true;
    }
    if (report.result === 'delayed') this.delays += 1;
    if (report.result === 'bounced' || report.result === 'failed') this.failure = report.cause;
    const isComplaint = report.result === 'complained';
    if (isComplaint) this.complainedAt ??= report.at;
    const isOther = state !== this.state;
    if (isOther) {
      this.state = state;
      this.changedAt = report.at;
    }
    this.isMoved ||= isOther || isComplaint;
  }
}

/**
 * Locks recipients and their emails (docs/architecture/guarantees.md#lock-order).
 * @param lock locks emails
 * @returns by id; those that do not exist are absent
 */
export async function readReportedRecipients(
  transaction: Transaction,
  recipientIds: readonly string[],
  lock: (emailIds: readonly string[]) => Promise<Map<string, LockedEmail>>,
): Promise<Map<string, ReportedRecipient>> {
  const { rows: emails } = await transaction.query<{ emailId: string }>({
    name: 'find-emails-of-reports',
    text: `SELECT DISTINCT email_id AS "emailId" FROM email_recipients WHERE id = ANY($1::uuid[])`,
    values: [recipientIds],
  });
  if (emails.length === 0) return new Map();
  const emailIds = emails.map(({ emailId }) => emailId);
  const lockedEmails = await lock(emailIds);
  const { rows } = await transaction.query<RecipientRow>({
    name: 'lock-reported-recipients',
    text: `SELECT id, email_id AS "emailId", account_id AS "accountId", address, state,
                  complained_at AS "complainedAt" FROM email_recipients
           WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [recipientIds],
  });
  const events = await readEvents(transaction, emailIds);
  return new Map(
    rows.flatMap((row) => {
      const email = lockedEmails.get(row.emailId);
      // Retention removes emails before their recipients; an erased person must stay erased.
      if (email === undefined || row.address === ERASED_ADDRESS) return [];
      const own = events.filter((event) => event.emailId === row.emailId && event.recipient === row.address);
      return [[row.id, new ReportedRecipient(row, email, own)] as const];
    }),
  );
}

async function readEvents(transaction: Transaction, emailIds: readonly string[]): Promise<EarlierEvent[]> {
  const { rows } = await transaction.query<EarlierEvent>({
    name: 'find-events-before-reports',
    text: `SELECT email_id AS "emailId", recipient, type, created_at AS at,
                  coalesce(data ? 'report_id', false) AS "isReported"
           FROM email_events
           WHERE email_id = ANY($1::uuid[]) AND type IN ('sent', 'delivered', 'delivery_delayed')
           ORDER BY id`,
    values: [emailIds],
  });
  return rows;
}
