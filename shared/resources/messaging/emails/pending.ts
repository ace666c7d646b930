// Only pending (scheduled) emails can be rescheduled or canceled. This file has the refusal for all others.

import { DomainError, notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { EmailStatus } from './email.ts';

/** A scheduled email after it was rescheduled or canceled. */
export interface ScheduledEmailRow {
  id: string;
  status: EmailStatus;
  scheduled_at: Date;
}

/**
 * Explains why an update found no pending email of the account.
 * @returns `not_found`, or `validation_error` when the email exists but is not pending
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
  return new DomainError('validation_error', `The email is not pending: its status is ${email.status}.`);
}
