// Emails that wait for their time can be changed, all others cannot; what a change of one that does not answers.

import { DomainError, notFound } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import type { EmailStatus } from './email.ts';

/** A scheduled email, after a change of its schedule. */
export interface ScheduledEmailRow {
  id: string;
  status: EmailStatus;
  scheduled_at: Date;
}

/**
 * Why a change found no pending email of the account.
 * @returns `not_found`, or `validation_error` when there is one and it is not pending any more
 */
export async function refuseNotPending(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<DomainError> {
  const { rows } = await database.query<{ status: EmailStatus }>({
    name: 'find-email-status',
    text: 'SELECT status FROM emails WHERE id = $1 AND account_id = $2',
    values: [id, accountId],
  });
  const [email] = rows;
  if (!email) return notFound('Email');
  return new DomainError('validation_error', `The email is not pending any more: it is ${email.status}.`);
}
