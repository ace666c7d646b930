// Reads the evidence for the reputations of domains and accounts. An account's figures leave out domains that are paused,
// and mail from before the last lift of a domain, deleted ones included: one bad domain does not stop the others twice.
import { REPUTATION_THRESHOLDS } from '../../../../contract/reputation/values.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { DAY_MS } from '../../../../platform/time/durations.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import { atLeastNone } from '../../../foundation/reputation/figures.ts';
import type { Evidence } from '../../../foundation/reputation/reputation.ts';
import { firstDayOfWindow } from '../../../foundation/reputation/sending-days.ts';

const DAYS_BEFORE_PAUSE = 7;

const IN_WINDOW = 'counted.day >= $2::date';
const BEFORE_TODAY = 'counted.day BETWEEN $3::date AND $4::date - 1';
const COUNTS = ['judged', 'bounced', 'complained'] as const;

/** Sums of the counts of the window. @param since SQL expression of the last lift */
const sums = (since: string) =>
  COUNTS.map(
    (count) =>
      `coalesce(sum(counted.${count}) FILTER (WHERE ${IN_WINDOW} AND counted.since >= coalesce(${since}, '-infinity')), 0)::integer AS ${count}`,
  ).join(', ');

const JUDGED_BEFORE = `coalesce(sum(counted.judged) FILTER (WHERE ${BEFORE_TODAY}), 0)::integer`;

const usedOf = (subject: 'domains' | 'accounts', accountId: string) => `
  coalesce((SELECT used FROM capacity_use AS capacity
            WHERE capacity.account_id = ${accountId} AND subject_id = ${subject}.id AND day = ${subject}.capacity_on), 0)`;

const OF_DOMAINS = `
  SELECT domains.id, ${sums('domains.lifted_at')}, ${JUDGED_BEFORE} AS "judgedBefore",
         ${usedOf('domains', 'domains.account_id')} AS used
  FROM domains LEFT JOIN sending_days AS counted
    ON counted.account_id = domains.account_id AND counted.domain_id = domains.id AND counted.day >= least($2::date, $3::date)
  WHERE domains.id = ANY($1::uuid[]) GROUP BY domains.id`;

/** The limits of a pause in SQL: the same as those of `levelOf`. */
const { bounces, complaints } = REPUTATION_THRESHOLDS.paused;
const IS_AT_LIMIT = `judged > 0 AND (
  (bounced >= ${bounces.atLeast} AND bounced * 1000::bigint >= ${bounces.perMille} * judged::bigint)
  OR (complained >= ${complaints.atLeast} AND complained * 1000::bigint >= ${complaints.perMille} * judged::bigint))`;

/** A domain at its limit is paused in a moment, so it counts as little as one that is paused. */
const OF_ACCOUNTS = `
  WITH counted AS (
    SELECT accounts.id, counted.domain_id, ${sums('accounts.lifted_at')}, ${JUDGED_BEFORE} AS judged_before
    FROM accounts JOIN sending_days AS counted
      ON counted.account_id = accounts.id AND counted.day >= least($2::date, $3::date)
        AND NOT EXISTS (SELECT FROM domains WHERE domains.id = counted.domain_id
                          AND (reputation = 'paused' OR counted.since < domains.lifted_at))
        AND NOT EXISTS (SELECT FROM deleted_domain_reputations AS deleted WHERE deleted.domain_id = counted.domain_id
                          AND (deleted.reputation ->> 'reputation' = 'paused'
                               OR counted.since < (deleted.reputation ->> 'lifted_at')::timestamptz))
    WHERE accounts.id = ANY($1::uuid[]) GROUP BY accounts.id, counted.domain_id
  )
  SELECT accounts.id,
         ${COUNTS.map((count) => `coalesce(sum(${count}) FILTER (WHERE NOT (${IS_AT_LIMIT})), 0)::integer AS ${count}`).join(', ')},
         coalesce(sum(judged_before), 0)::integer AS "judgedBefore", ${usedOf('accounts', 'accounts.id')} AS used
  FROM accounts LEFT JOIN counted ON counted.id = accounts.id
  WHERE accounts.id = ANY($1::uuid[]) GROUP BY accounts.id`;

interface EvidenceRow {
  id: string;
  judged: number;
  bounced: number;
  complained: number;
  judgedBefore: number;
  used: number;
}

/** Finds the evidence about domains or accounts, by id. */
export async function findEvidence(
  database: Queryable,
  subject: 'domains' | 'accounts',
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Evidence>> {
  const before = new Date(now.getTime() - DAYS_BEFORE_PAUSE * DAY_MS);
  const { rows } = await database.query<EvidenceRow>({
    name: `find-evidence-of-${subject}`,
    text: subject === 'domains' ? OF_DOMAINS : OF_ACCOUNTS,
    values: [ids, firstDayOfWindow(now), utcDayOf(before), utcDayOf(now)],
  });
  return new Map(rows.map(({ id, ...row }) => [id, toEvidence(row)]));
}

function toEvidence({ judgedBefore, used, ...figures }: Omit<EvidenceRow, 'id'>): Evidence {
  return { figures: atLeastNone(figures), judgedBefore: Math.max(judgedBefore, 0), used };
}
