// Asks the operator for production access. An account has one request at a time; after a denial it may ask again.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { type NewAuditEvent, recordAuditEvent } from '../../audit-events/record.ts';
import { lockAccount } from '../lock.ts';
import { ACCESS_REQUEST_COLUMNS, type AccessRequest, type IntendedUse } from './access-request.ts';

/** The person who asks, as audit events have it, and the intended use. */
export interface NewAccessRequest {
  act: Omit<NewAuditEvent, 'targetId' | 'outcome'> & { accountId: string };
  use: IntendedUse;
}

/**
 * Stores a request.
 * @throws DomainError `validation_error` when the account has access already, or a pending request
 */
export async function createAccessRequest(
  { database, ids }: { database: Database; ids: Ids },
  { act, use }: NewAccessRequest,
): Promise<AccessRequest> {
  const { accountId, actor, now } = act;
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    await requireOpenQuestion(client, accountId);
    const { rows } = await client.query<AccessRequest>({
      name: 'create-access-request',
      text: `INSERT INTO account_access_requests
               (id, account_id, website, use_case, monthly_volume, requested_by, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${ACCESS_REQUEST_COLUMNS}`,
      values: [
        ids.next(),
        accountId,
        use.website,
        use.useCase,
        use.monthlyVolume,
        actor.type === 'person' ? actor.id : null,
        now,
      ],
    });
    if (!rows[0]) throw new Error('The request was not stored.');
    await recordAuditEvent(client, ids, { ...act, targetId: rows[0].id });
    return rows[0];
  });
}

/** The lock of the account keeps the answer true until the end of the transaction. */
async function requireOpenQuestion(client: Transaction, accountId: string): Promise<void> {
  const { rows } = await client.query<{ hasAccess: boolean; isPending: boolean }>({
    name: 'find-access-standing',
    text: `SELECT production_access AS "hasAccess",
                  EXISTS (SELECT FROM account_access_requests WHERE account_id = $1 AND status = 'pending') AS "isPending"
           FROM accounts WHERE id = $1`,
    values: [accountId],
  });
  if (rows[0]?.hasAccess)
    throw new DomainError('validation_error', 'This account already has production access.');
  if (rows[0]?.isPending) {
    throw new DomainError(
      'validation_error',
      'This account has already requested production access. An operator has not decided yet.',
    );
  }
}
