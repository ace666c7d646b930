// Reads what the reputations of domains and accounts are judged by. An account's figures leave out domains that are paused,
// and what domains sent before their last lift, deleted ones too: one bad domain does not stop the others twice.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { DAY_MS } from '../../../../platform/time/durations.ts';
import type { Evidence } from '../../../foundation/reputation/reputation.ts';
import { utcDayOf } from '../../../foundation/reputation/reputation.ts';
import { firstDayOfWindow } from '../../../foundation/reputation/sending-days.ts';

const DAYS_BEFORE_PAUSE = 7;

/** Sums of the days of `counted`, which are read from the first of `$2` and `$3` on. */
const sums = (subject: 'domains' | 'accounts') => {
  const inWindow = `counted.day >= $2::date AND counted.since >= coalesce(${subject}.lifted_at, '-infinity')`;
  return `
    coalesce(sum(counted.judged) FILTER (WHERE ${inWindow}), 0)::integer AS judged,
    coalesce(sum(counted.bounced) FILTER (WHERE ${inWindow}), 0)::integer AS bounced,
    coalesce(sum(counted.complained) FILTER (WHERE ${inWindow}), 0)::integer AS complained,
    coalesce(sum(counted.judged) FILTER (WHERE counted.day BETWEEN $3::date AND $4::date - 1), 0)::integer AS "judgedBefore",
    coalesce((SELECT used FROM capacity_use AS capacity
              WHERE capacity.account_id = ${subject === 'domains' ? 'domains.account_id' : 'accounts.id'}
                AND subject_id = ${subject}.id AND day = ${subject}.capacity_on), 0) AS used`;
};

const OF_DOMAINS = `
  SELECT domains.id, ${sums('domains')}
  FROM domains LEFT JOIN sending_days AS counted
    ON counted.account_id = domains.account_id AND counted.domain_id = domains.id AND counted.day >= least($2::date, $3::date)
  WHERE domains.id = ANY($1::uuid[]) GROUP BY domains.id`;

const OF_ACCOUNTS = `
  SELECT accounts.id, ${sums('accounts')}
  FROM accounts LEFT JOIN sending_days AS counted
    ON counted.account_id = accounts.id AND counted.day >= least($2::date, $3::date)
      AND NOT EXISTS (SELECT FROM domains WHERE domains.id = counted.domain_id
                        AND (reputation = 'paused' OR counted.since < domains.lifted_at))
      AND NOT EXISTS (SELECT FROM deleted_domain_reputations AS deleted WHERE deleted.domain_id = counted.domain_id
                        AND (deleted.reputation ->> 'reputation' = 'paused'
                             OR counted.since < (deleted.reputation ->> 'lifted_at')::timestamptz))
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

/** A correction may be counted after a lift that the corrected mail was sent before. */
function toEvidence({ judged, bounced, complained, judgedBefore, used }: Omit<EvidenceRow, 'id'>): Evidence {
  const figures = { judged: Math.max(judged, 0), bounced: Math.max(bounced, 0), complained };
  return { figures, judgedBefore: Math.max(judgedBefore, 0), used };
}
