// Loads claimed messages for parsing: who delivered them, for whom, and where their bytes are.
import type { SmtpClient } from '../../../../mail/parse/message-source.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import type { StoredContent } from '../../../../platform/storage/upload-store.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';

/** A claimed message. */
export interface ClaimedArrival extends Claim {
  accountId: string;
  domainId: string | null;
  receivedFor: string[];
  createdAt: Date;
  workerDeaths: number;
  client: SmtpClient;
  raw: StoredContent;
}

interface ArrivalRow extends Omit<ClaimedArrival, 'client' | 'raw'> {
  clientAddress: string;
  helo: string;
  mailFrom: string;
  rawId: string;
  size: number;
}

/** Loads those of the claims that still hold. */
export async function loadArrivals(database: Database, claims: readonly Claim[]): Promise<ClaimedArrival[]> {
  const { rows } = await database.query<ArrivalRow>({
    name: 'load-received-emails',
    text: `SELECT id, claim_token AS token, received_emails.account_id AS "accountId", domain_id AS "domainId",
                  received_for AS "receivedFor", created_at AS "createdAt", worker_deaths AS "workerDeaths",
                  client_address AS "clientAddress", helo, mail_from AS "mailFrom", raw_id AS "rawId", size
           FROM received_emails JOIN received_contents USING (id)
           WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[])`,
    values: [claims.map(({ id }) => id), claims.map(({ token }) => token)],
  });
  return rows.map(({ clientAddress, helo, mailFrom, rawId, size, ...row }) => ({
    ...row,
    client: { address: clientAddress, helo, mailFrom },
    raw: { id: rawId, size },
  }));
}
