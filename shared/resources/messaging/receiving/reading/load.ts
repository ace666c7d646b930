// Loads claimed messages for parsing: the client, the recipients, and their bytes or the place of these. Small messages
// are loaded with their bytes, because a statement for each costs more than reading them.
import type { SmtpClient } from '../../../../mail/parse/message-source.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import type { StoredContent } from '../../../../platform/storage/upload-store.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import type { ReportAddress } from '../inbound/inbound-message.ts';

/** A claimed message. */
export interface ClaimedInbound extends Claim {
  /** How often it was claimed, with this claim. */
  attempts: number;
  /** Null: a message for the account. */
  purpose: ReportAddress['purpose'] | null;
  accountId: string;
  domainId: string | null;
  receivedFor: string[];
  createdAt: Date;
  workerDeaths: number;
  /** The recipient that it is a report about: of a complaint only once it is believed. */
  recipientId: string | null;
  client: SmtpClient;
  raw: StoredContent;
  /** The bytes of a small message, in base64; null: they are read in chunks. */
  base64: string | null;
}

/**
 * The size of nearly all mail without files. A job has so much of each of its messages in memory while they wait for a
 * slot.
 */
const LOADED_MAX_BYTES = 64 * 1024;

interface ArrivalRow extends Omit<ClaimedInbound, 'client' | 'raw'> {
  clientAddress: string;
  helo: string;
  mailFrom: string;
  rawId: string;
  size: number;
}

/** Loads the messages whose claims are still valid. */
export async function loadInbound(database: Database, claims: readonly Claim[]): Promise<ClaimedInbound[]> {
  const { rows } = await database.query<ArrivalRow>({
    name: 'load-received-emails',
    text: `SELECT id, claim_token AS token, received_emails.account_id AS "accountId", domain_id AS "domainId",
                  received_for AS "receivedFor", created_at AS "createdAt", worker_deaths AS "workerDeaths",
                  attempts, purpose, recipient_id AS "recipientId",
                  client_address AS "clientAddress", helo, mail_from AS "mailFrom", raw_id AS "rawId", size,
                  CASE WHEN size <= $3 THEN (
                    SELECT encode(bytes, 'base64') FROM received_chunks WHERE received_chunks.id = raw_id AND number = 0
                  ) END AS base64
           FROM received_emails JOIN received_contents USING (id)
           WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[])`,
    values: [claims.map(({ id }) => id), claims.map(({ token }) => token), LOADED_MAX_BYTES],
  });
  return rows.map(({ clientAddress, helo, mailFrom, rawId, size, ...row }) => ({
    ...row,
    client: { address: clientAddress, helo, mailFrom },
    raw: { id: rawId, size },
  }));
}
