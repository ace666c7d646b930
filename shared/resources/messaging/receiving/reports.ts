// The reports of an account: bounces and complaints that arrived as mail (docs/architecture/reports.md). They are not
// received emails, so no list of the API has them; an entry of the suppression list and the trace of an email name
// them.
import type { ReceivedPurpose, ReportOutcome } from '../../../contract/receiving/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { uuidV7LowerBound } from '../../../platform/time/ids.ts';
import { hasHiddenContents } from '../emails/contents/hidden-contents.ts';
import type { LinkedMessage } from './raw.ts';

/** A report whose bytes may be shown. */
export interface StoredReport {
  id: string;
  receivedAt: Date;
  /** The size of what is stored of it, in bytes. */
  size: number;
}

/**
 * Finds a report, while it is stored. The report about a mail of the service itself returns that mail, so it is hidden as the
 * contents of the mail are (emails/contents/hidden-contents.ts). Retention removes a mail later than any link in it ends.
 */
export async function findReport(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<StoredReport | undefined> {
  const { rows } = await database.query<StoredReport>({
    name: 'find-report',
    text: `SELECT id, created_at AS "receivedAt", size FROM received_emails AS report
           WHERE id = $2 AND account_id = $1 AND purpose IS NOT NULL AND NOT EXISTS (
             SELECT FROM email_recipients AS recipient JOIN emails ON emails.id = recipient.email_id
             WHERE recipient.id = report.recipient_id AND ${hasHiddenContents('emails')})`,
    values: [accountId, id],
  });
  return rows[0];
}

/** The bytes of the report of a signed link; undefined when it no longer exists. */
export async function findLinkedReport(database: Queryable, id: string): Promise<LinkedMessage | undefined> {
  const { rows } = await database.query<LinkedMessage>(
    `SELECT raw_id AS id, size, received_emails.account_id AS "accountId" FROM received_emails JOIN received_contents AS contents USING (id)
     WHERE id = $1 AND purpose IS NOT NULL`,
    [id],
  );
  return rows[0];
}

/** A report about a recipient. */
export interface ReportAbout {
  id: string;
  recipientId: string;
  purpose: ReceivedPurpose;
  /** Null: it is not read yet. */
  effect: ReportOutcome | null;
  receivedAt: Date;
}

/** The owner of a mailbox may send to a return path as often as they like. */
const REPORTS_MAX = 100;

/**
 * Lists the reports about recipients, oldest first, 100 at most.
 * @param since when their email was accepted: no report is older
 */
export async function listReportsAbout(
  database: Queryable,
  accountId: string,
  { recipientIds, since }: { recipientIds: readonly string[]; since: Date },
): Promise<ReportAbout[]> {
  const { rows } = await database.query<ReportAbout>(
    `SELECT report.* FROM unnest($2::uuid[]) AS asked (id) CROSS JOIN LATERAL (
       SELECT id, recipient_id AS "recipientId", purpose, report_effect AS effect, created_at AS "receivedAt"
       FROM received_emails
       WHERE recipient_id = asked.id AND id >= $3 AND account_id = $1 AND purpose IS NOT NULL
       ORDER BY id LIMIT ${REPORTS_MAX}) AS report
     ORDER BY report.id LIMIT ${REPORTS_MAX}`,
    [accountId, recipientIds, uuidV7LowerBound(since)],
  );
  return rows;
}
