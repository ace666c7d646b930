// Records what a look has found wrong, and what is over. Compare-and-set throughout: any number of processes may look.
//
//   found ──found again in the next look──► holds: a mail says so ──not found in two looks──► ended: a mail says so
//     └────not found in two looks──► ended, and no mail has said anything
import type { Queryable } from '../../../platform/db/connect.ts';

/** Something that is wrong. */
export interface FoundProblem {
  /**
   * The name in words, without a time or a number that changes: the subject of the mail, and its identity. Reworded, it would
   * end the open alert of the release before, and begin another one, for as long as both releases run.
   */
  name: string;
  /** How it is, and what to do; without a secret. */
  sentence: string;
  /** The provider through which no mail about it is sent. */
  provider?: string;
}

/** A look at one thing. */
export interface AlertCheck {
  /** The scope of the check: a problem that it found before, and does not find now, is over. */
  scope: string;
  found: readonly FoundProblem[];
}

/** A problem that was found for so long was found by two looks, which are a minute apart. */
export const HOLDS_AFTER = "interval '45 seconds'";
/** The age of a problem that two checks have missed. */
const OVER_AFTER = "interval '90 seconds'";

const IS_NEW = `(alert.ended_at IS NOT NULL
  OR alert.seen_at < alert.since + ${HOLDS_AFTER} AND alert.seen_at <= excluded.seen_at - ${OVER_AFTER})`;

/** @param now of the database's clock */
export async function recordAlertCheck(
  database: Queryable,
  { scope, found }: AlertCheck,
  now: Date,
): Promise<void> {
  const names = found.map(({ name }) => name);
  const values = [
    names,
    found.map(({ sentence }) => sentence),
    found.map(({ provider }) => provider ?? null),
  ];
  await database.query(
    `INSERT INTO operator_alerts AS alert (name, sentence, provider, scope, since, seen_at)
     SELECT name, sentence, provider, $4, $5, $5
     FROM unnest($1::text[], $2::text[], $3::text[]) AS found (name, sentence, provider) ORDER BY name
     ON CONFLICT (name) DO UPDATE SET
       sentence = excluded.sentence, provider = excluded.provider, seen_at = excluded.seen_at, ended_at = NULL,
       since = CASE WHEN ${IS_NEW} THEN excluded.since ELSE alert.since END,
       mailed_to = CASE WHEN ${IS_NEW} THEN '{}' ELSE alert.mailed_to END,
       mailing_until = CASE WHEN NOT ${IS_NEW} THEN alert.mailing_until END`,
    [...values, scope, now],
  );
  await database.query(
    `UPDATE operator_alerts SET ended_at = $3, mailed_to = '{}', mailing_until = NULL
     WHERE scope = $2 AND name <> ALL ($1::text[]) AND ended_at IS NULL AND seen_at <= $3::timestamptz - ${OVER_AFTER}`,
    [names, scope, now],
  );
}
