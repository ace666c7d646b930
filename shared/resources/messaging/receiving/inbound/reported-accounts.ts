// Finds the accounts of the recipients that reports are about. The token of the return path was checked without the
// database, so whether the recipient is still stored is known only now.
import type { Database } from '../../../../platform/db/connect.ts';
import type { InboundMessage } from './inbound-message.ts';

/** The most stored reports of a recipient that had no effect. Its mailbox may send as many as it likes. */
const USELESS_MAX = 20;

/** The account of the reports about a recipient. */
export interface ReportedAccount {
  accountId: string;
  /** How many more of them are stored. */
  left: number;
}

const FIND = `
  SELECT recipient.id, account_id AS "accountId", ${USELESS_MAX} - useless.count AS left
  FROM email_recipients AS recipient CROSS JOIN LATERAL (
    SELECT count(*)::integer AS count FROM (
      SELECT FROM received_emails AS report
      WHERE report.recipient_id = recipient.id AND purpose = 'report'
        AND report_effect IS DISTINCT FROM 'applied'
      LIMIT ${USELESS_MAX}) AS report) AS useless
  WHERE recipient.id = ANY($1::uuid[])`;

/** @returns by recipient; recipients that do not exist are absent */
export async function findReportedAccounts(
  database: Database,
  messages: readonly InboundMessage[],
): Promise<Map<string, ReportedAccount>> {
  const recipientIds = messages.flatMap(({ report }) =>
    report?.purpose === 'report' ? report.recipientId : [],
  );
  if (recipientIds.length === 0) return new Map();
  const { rows } = await database.query<ReportedAccount & { id: string }>({
    name: 'find-accounts-of-reports',
    text: FIND,
    values: [recipientIds],
  });
  return new Map(rows.map(({ id, ...account }) => [id, account]));
}
