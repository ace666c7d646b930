// A report that a worker has read and not recorded yet, and the first step of recording it: its lock.
import type { Report } from '../../../../mail/reports/report.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { ReportEffect } from '../../emails/reports/report.ts';
import type { ReportAddress } from '../inbound/inbound-message.ts';

/** The recipient of a report, or the result of a report that is not about our recipients. */
export type ReportSubject =
  | { recipientId: string }
  /** `isTemporary`: it may be another one later, as when DNS did not answer. */
  | { effect: ReportEffect; isTemporary?: boolean };

/** A claimed report and what it says. */
export interface ReadReport {
  id: string;
  /** The fencing token of the claim. */
  token: string;
  /** How often it was claimed, with this claim. */
  attempts: number;
  createdAt: Date;
  purpose: ReportAddress['purpose'];
  report: Report;
  subject: ReportSubject;
}

/** A report whose claim holds. */
export interface ClaimedReport extends ReadReport {
  /**
   * The address of the recipient that the return path named; null: it names none, or the recipient is no longer stored.
   */
  address: string | null;
}

/** Locks in the order of their ids. @returns those with a valid claim */
export async function lockReadReports(
  client: Transaction,
  reports: readonly ReadReport[],
): Promise<ClaimedReport[]> {
  const { rows } = await client.query<{ id: string; address: string | null }>({
    name: 'lock-read-reports',
    // The array of recipients keeps the join to their partitions.
    text: `SELECT received_emails.id, recipient.address
           FROM received_emails
             LEFT JOIN email_recipients AS recipient
               ON recipient.id = received_emails.recipient_id AND recipient.id = ANY($3::uuid[])
           WHERE received_emails.id = ANY($1::uuid[]) AND received_emails.claim_token = ANY($2::uuid[])
           ORDER BY received_emails.id FOR NO KEY UPDATE OF received_emails`,
    values: [
      reports.map(({ id }) => id),
      reports.map(({ token }) => token),
      reports.flatMap(({ subject }) => ('recipientId' in subject ? subject.recipientId : [])),
    ],
  });
  const byId = new Map(reports.map((report) => [report.id, report]));
  return rows.flatMap(({ id, address }) => {
    const report = byId.get(id);
    return report ? [{ ...report, address }] : [];
  });
}
