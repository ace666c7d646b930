// Records when an address last got mail, opened some and followed a link, for the rules of filters, and since when its mail is
// measured, for the check of campaigns (docs/architecture/engagement.md). It is a fact of an address, as unsubscribes are: it
// needs no contact and outlives one. It is called where events of emails are appended (messaging/emails/events/append.ts).
import { addressKey } from '../../../mail/addresses.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { utcDayOf } from '../../../platform/time/utc-days.ts';
import { ERASED_ADDRESS } from '../../foundation/erasing/eraser.ts';

/** The activities of an address, and their columns. */
const COLUMNS = { received: 'received_on', opened: 'opened_on', clicked: 'clicked_on' } as const;

/** An activity of an address. */
export type EngagementKind = keyof typeof COLUMNS;

/** Something that has happened to mail of an address. */
export interface Engagement {
  accountId: string;
  /** The address as the client wrote it. */
  address: string;
  kind: EngagementKind;
  /** Whether opens or clicks of the mail are measured; absent: no. */
  isMeasured?: boolean;
  at: Date;
}

const KINDS = Object.keys(COLUMNS) as EngagementKind[];
const ALL_COLUMNS = [...Object.values(COLUMNS), 'measured_on'].join(', ');

/** SQL: whether rows have a later day than others, or an earlier one of measured mail. */
const saysMoreIn = (rows: string, others: string) =>
  [
    ...KINDS.map((kind) => `${rows}.${COLUMNS[kind]} > coalesce(${others}.${COLUMNS[kind]}, '-infinity')`),
    `${rows}.measured_on < coalesce(${others}.measured_on, 'infinity')`,
  ].join(' OR ');

/**
 * Rows that have these days or later ones are only read: ON CONFLICT would lock them first. The others are locked in the order
 * of their keys. Two writers may both find that a day is missing; the second one then writes nothing.
 */
const RECORD = `
  INSERT INTO contact_engagement AS known (account_id, email_key, ${ALL_COLUMNS})
  SELECT given.* FROM unnest($1::uuid[], $2::text[], $3::date[], $4::date[], $5::date[], $6::date[])
    AS given (account_id, email_key, ${ALL_COLUMNS})
  LEFT JOIN LATERAL (
    SELECT * FROM contact_engagement AS found
    WHERE found.account_id = given.account_id AND found.email_key = given.email_key OFFSET 0) AS found ON true
  WHERE ${saysMoreIn('given', 'found')}
  ORDER BY given.account_id, given.email_key
  ON CONFLICT (account_id, email_key) DO UPDATE
    SET ${KINDS.map((kind) => `${COLUMNS[kind]} = greatest(known.${COLUMNS[kind]}, excluded.${COLUMNS[kind]})`).join(', ')},
        measured_on = least(known.measured_on, excluded.measured_on)
    WHERE ${saysMoreIn('excluded', 'known')}`;

/** The last days of an address, and the first one on which it got measured mail. */
type Days = { accountId: string; emailKey: string; measured?: string } & {
  [Kind in EngagementKind]?: string;
};

/** Records the activities. If there are none, no statement runs. */
export async function recordEngagement(
  transaction: Transaction,
  happened: readonly Engagement[],
): Promise<void> {
  const rows = lastDaysOf(happened);
  if (rows.length === 0) return;
  await transaction.query({
    name: 'record-engagement',
    text: RECORD,
    values: [
      rows.map(({ accountId }) => accountId),
      rows.map(({ emailKey }) => emailKey),
      ...KINDS.map((kind) => rows.map((row) => row[kind] ?? null)),
      rows.map(({ measured }) => measured ?? null),
    ],
  });
}

/** One row for each address. Events of an erased person's mail are no longer about an address. */
function lastDaysOf(happened: readonly Engagement[]): Days[] {
  const rows = new Map<string, Days>();
  for (const { accountId, address, kind, isMeasured = false, at } of happened) {
    if (address === ERASED_ADDRESS) continue;
    const emailKey = addressKey(address);
    const key = `${accountId} ${emailKey}`;
    const row = rows.get(key) ?? { accountId, emailKey };
    const day = utcDayOf(at);
    if (day > (row[kind] ?? '')) row[kind] = day;
    if (kind === 'received' && isMeasured && day < (row.measured ?? '9')) row.measured = day;
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** Removes the engagement of an address. */
export async function eraseEngagement(
  transaction: Transaction,
  { accountId, emailKey }: { accountId: string; emailKey: string },
): Promise<void> {
  await transaction.query({
    name: 'erase-engagement',
    text: 'DELETE FROM contact_engagement WHERE account_id = $1 AND email_key = $2',
    values: [accountId, emailKey],
  });
}
