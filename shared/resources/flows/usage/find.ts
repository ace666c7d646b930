// What an account has used of its limits (docs/reference/usage.md), in one statement. Each count has its one home, with the
// rule that it limits; here are those that are counted on demand: contacts, segments, campaigns and verified domains.
import { COUNTED_CONTACTS_MAX } from '../../../contract/limits.ts';
import { type CombinableQuery, queryCombined } from '../../../platform/db/combined-query.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { CountedUse } from '../../../platform/rate-limit/rolling-usage.ts';
import { type AccountLimits, accountLimits } from '../../foundation/accounts/quota/quota.ts';
import {
  type ReceivedBytes,
  type ReceivedUsage,
  receivedBytes,
  receivedUsage,
} from '../../foundation/accounts/quota/received-usage.ts';
import { OWNING_STATUSES } from '../../messaging/domains/senders/sending.ts';
import { AI_CREDITS } from '../ai/credits.ts';
import { STARTED_RUNS } from '../automations/intake/run-quota.ts';

/** The usage of an account. */
export interface AccountUsage extends AccountLimits {
  received: ReceivedUsage;
  bytes: ReceivedBytes;
  runs: CountedUse;
  credits: CountedUse;
  counted: CountedUsage;
}

/** The count of an account, and the limit of its plan; null: no limit. */
interface CountedUsage {
  contacts: number;
  contactLimit: number | null;
  segments: number;
  campaigns: number;
  domains: number;
  domainLimit: number | null;
  runLimit: number | null;
  aiCreditLimit: number | null;
}

/** Reads the usage of an account. @returns undefined: there is no such account */
export async function findUsage(
  database: Queryable,
  accountId: string,
  now: Date,
): Promise<AccountUsage | undefined> {
  const [limits, received, bytesOf, runs, credits, counted] = await queryCombined(database, 'find-usage', [
    accountLimits([accountId], now),
    receivedUsage(accountId, now),
    receivedBytes([accountId], now),
    STARTED_RUNS.used(accountId, now),
    AI_CREDITS.used(accountId, now),
    countedUsage(accountId),
  ]);
  const own = limits.get(accountId);
  const bytes = bytesOf.get(accountId);
  return own && bytes && counted && { ...own, received, bytes, runs, credits, counted };
}

/**
 * A counter exists for accounts with a contact limit. The contacts of others are counted, up to COUNTED_CONTACTS_MAX, in the
 * order of their index: otherwise the table might be read as a whole. That takes 16 ms in a table of a million, and 0.3 s
 * until a large import has been vacuumed.
 */
function countedUsage(accountId: string): CombinableQuery<CountedUsage | undefined> {
  return {
    text: `SELECT contact_limit AS "contactLimit", verified_domain_limit AS "domainLimit",
                  automation_run_limit AS "runLimit", ai_credit_limit AS "aiCreditLimit",
                  coalesce(
                    (SELECT contacts FROM contact_counters WHERE account_id = $1),
                    (SELECT count(*) FROM (SELECT FROM contacts WHERE account_id = $1
                                           ORDER BY email_key, audience_id LIMIT $2) AS counted)
                  ) AS contacts,
                  (SELECT count(*) FROM segments WHERE account_id = $1) AS segments,
                  (SELECT count(*) FROM campaigns WHERE account_id = $1) AS campaigns,
                  (SELECT count(*) FROM domains WHERE account_id = $1 AND status = ANY($3::text[])) AS domains
           FROM accounts JOIN plans ON plans.id = plan_id WHERE accounts.id = $1`,
    values: [accountId, COUNTED_CONTACTS_MAX, OWNING_STATUSES],
    answer: ([counted]: CountedUsage[]) => counted,
  };
}
