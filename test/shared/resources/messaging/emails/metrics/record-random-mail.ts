// Records random mail (random-mail.ts) in a real database: attempts of workers, also of ones that were cut off, and reports.
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import { recordOutcomes } from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { sendingWork } from '../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { NO_REPLY } from '../../../../../../shared/resources/messaging/emails/events/cause.ts';
import { recordReports } from '../../../../../../shared/resources/messaging/emails/reports/record-report.ts';
import type { RecipientReport } from '../../../../../../shared/resources/messaging/emails/reports/report.ts';
import type { TestDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain, createEmail } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { newLease, outcomeOf } from '../delivery/outcomes.ts';
import type { Attempt, Mail } from './random-mail.ts';

const MINUTE_MS = 60_000;
const FIRST = Date.parse('2026-11-17T21:00:00Z');

/** A minute of random mail as a time. */
export function timeOf(minute: number): Date {
  return new Date(FIRST + minute * MINUTE_MS);
}

/** An account with two domains. */
export interface RandomMailAccount {
  id: string;
  domainIds: string[];
}

/** What records random mail in a database. */
export function useRandomMail(database: Pick<TestDatabase, 'pool'>) {
  const ids = createIds(createSystemClock());

  return { createSendingAccount, attemptAll };

  async function createSendingAccount() {
    const { id } = await createAccount(database.pool);
    const domains = [await createDomain(database.pool, id), await createDomain(database.pool, id)];
    return { id, domainIds: domains.map((domain) => domain.id) };
  }

  /**
   * Makes the first attempts of all recipients, which are recorded together, then the second ones, and so on.
   * @param prepare changes an email before it is tried
   */
  async function attemptAll(
    account: RandomMailAccount,
    mails: readonly Mail[],
    prepare?: (emailId: string) => Promise<void>,
  ): Promise<void> {
    const emails = [];
    for (const { domain, recipients } of mails) {
      const email = await createEmail(database.pool, account.id, {
        domainId: account.domainIds[domain] ?? '',
        recipients: recipients.map((_, index) => ({ address: `r${index}@customer.dev` })),
      });
      await prepare?.(email.id);
      emails.push({ ...email, attempts: recipients });
    }
    const recipientIds = emails.flatMap(({ recipients }) => recipients.map(({ id }) => id));
    const late = await claimAgain(recipientIds);
    for (let round = 0; round < 4; round += 1) {
      const token = await claimAgain(recipientIds);
      const outcomes = emails.flatMap((email) =>
        email.attempts.flatMap((attempts, index) => {
          const made = attempts[round];
          if (!made) return [];
          const { result, isLate, minute } = made;
          const changes = { result, at: timeOf(minute), token: isLate ? late : token };
          return [outcomeOf({ ...email, token }, changes, index)];
        }),
      );
      await recordOutcomes({ database: database.pool, ids, queues: SILENT_QUEUES }, outcomes);
      const reports = emails.flatMap(({ attempts, recipients }) =>
        attempts.flatMap((made, index) =>
          (made[round]?.reports ?? []).map((each) => reportOf(recipients[index]?.id ?? '', each)),
        ),
      );
      await transaction(database.pool, (client) =>
        recordReports(client, { ids, queues: SILENT_QUEUES }, reports),
      );
    }
  }

  function reportOf(recipientId: string, { result, minute }: Attempt['reports'][number]): RecipientReport {
    const about = { reportId: ids.next(), recipientId, at: timeOf(minute) };
    if (result === 'delivered') return { ...about, result };
    if (result === 'complained') return { ...about, result, feedbackType: 'abuse' };
    return { ...about, result, cause: { reason: 'refused', message: 'Test.', ...NO_REPLY } };
  }

  /** Takes the recipients that have no result yet away from their worker. @returns the token of their next worker */
  async function claimAgain(recipientIds: readonly string[]): Promise<string> {
    await database.pool.query(
      `UPDATE email_recipients SET state = 'queued', claimed_by = NULL, claim_token = NULL, woken_at = now()
       WHERE id = ANY($1) AND state IN ('queued', 'sending', 'delivery_delayed')`,
      [recipientIds],
    );
    const lease = newLease();
    await sendingWork.table.claim(database.pool, recipientIds, lease);
    return lease.token;
  }
}
