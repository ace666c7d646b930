// How much of a daily capacity is used, by the domains and accounts that warm up or recover. Each recipient counts at most
// once, on the day that its row names (`email_recipients.charged_on`). The result of the upsert says whether a charge fits,
// so a capacity is exact under concurrent requests. The rows are locked after the counters of quota.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** A domain or an account on a UTC day. */
export interface CapacityDay {
  accountId: string;
  /** Id of the domain or of the account. */
  subjectId: string;
  /** Such as `2026-11-20`. */
  day: string;
}

/** Recipients to charge, or to refund. */
export interface CapacityCharge extends CapacityDay {
  units: number;
}

/** A recipient and the UTC day in whose capacities it counts. */
export interface ChargedRecipient {
  /** Such as `2026-11-20`; null: it counts in none. */
  chargedOn: string | null;
}

/**
 * The units that recipients of an email use: each once in the capacity of its domain and once in that of its account.
 * @returns the units for each day and subject; empty if no recipient counts
 */
export function capacityUnitsOf(
  { accountId, domainId }: { accountId: string; domainId: string },
  recipients: readonly ChargedRecipient[],
): CapacityCharge[] {
  const days = new Map<string, number>();
  for (const { chargedOn } of recipients)
    if (chargedOn !== null) days.set(chargedOn, (days.get(chargedOn) ?? 0) + 1);
  return [...days].flatMap(([day, units]) =>
    [domainId, accountId].map((subjectId) => ({ accountId, subjectId, day, units })),
  );
}

/** A capacity with its use. */
export interface UsedCapacity extends CapacityDay {
  /** After the charge. */
  used: number;
}

const CHARGE = `
  INSERT INTO capacity_use AS capacity (account_id, subject_id, day, used)
  SELECT account_id, subject_id, day, sum(units)
  FROM unnest($1::uuid[], $2::uuid[], $3::date[], $4::integer[]) AS charge (account_id, subject_id, day, units)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, subject_id, day) DO UPDATE SET used = capacity.used + excluded.used
  RETURNING account_id AS "accountId", subject_id AS "subjectId", day::text AS day, used`;

/**
 * Charges recipients; with 0 units it only locks. The caller compares the use with the capacity, and rolls back if it
 * does not fit.
 * @returns each day once
 */
export async function chargeCapacity(
  transaction: Transaction,
  charges: readonly CapacityCharge[],
): Promise<UsedCapacity[]> {
  if (charges.length === 0) return [];
  const { rows } = await transaction.query<UsedCapacity>({
    name: 'charge-capacity',
    text: CHARGE,
    values: columnsOf(charges),
  });
  return rows;
}

/** Refunds recipients to the days on which they were charged. */
export async function refundCapacity(
  transaction: Transaction,
  refunds: readonly CapacityCharge[],
): Promise<void> {
  await chargeCapacity(
    transaction,
    refunds.map((refund) => ({ ...refund, units: -refund.units })),
  );
}

/**
 * SQL of a refund, for a statement that changes the recipients too.
 * @param charged a relation of `account_id, domain_id, charged_on`, a row for each recipient; those without a day are left out
 */
export function refundingCapacitySql(charged: string): string {
  return `INSERT INTO capacity_use AS capacity (account_id, subject_id, day, used)
    SELECT account_id, subject_id, day, -count(*) FROM (
      SELECT account_id, subject_id, charged_on AS day
      FROM ${charged} CROSS JOIN LATERAL (VALUES (domain_id), (account_id)) AS subject (subject_id)
      WHERE charged_on IS NOT NULL
    ) AS refund GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, subject_id, day) DO UPDATE SET used = capacity.used + excluded.used`;
}

function columnsOf(charges: readonly CapacityCharge[]): unknown[][] {
  return [
    charges.map(({ accountId }) => accountId),
    charges.map(({ subjectId }) => subjectId),
    charges.map(({ day }) => day),
    charges.map(({ units }) => units),
  ];
}
