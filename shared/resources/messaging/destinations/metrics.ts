// Gauges of destinations by mailbox provider: windows and rates of all our addresses together, those that rest, and the mail
// that waits. Every process reports the same values, so take the maximum over processes. The labels are bounded: providers
// without a name in the table are one, `other`.
import type { Registry } from 'prom-client';
import type { Database } from '../../../platform/db/connect.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { type CachedReading, createCachedReading } from '../../../platform/metrics/cached-reading.ts';
import { registerSnapshotGauge } from '../../../platform/metrics/snapshot-gauge.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { readBounded } from '../../../platform/work/bounded-read.ts';
import { COUNT_MAX } from '../../../platform/work/count.ts';
import { IS_MAILBOX_PROVIDER, type RestReason } from './destination.ts';

const REASONS = ['asked', 'blocked', 'operator'] as const satisfies RestReason[];

/** Dependencies of the gauges. */
export interface DestinationMetricsDeps {
  registry: Registry;
  database: Database;
  clock: Clock;
  log: Logger;
  /** The names of the mailbox providers of the table. */
  providers: readonly string[];
}

/** The destinations of a provider, together. */
type Pace = Record<'window' | RestReason, number> & { rate: number | null };
interface Readings {
  paces: readonly (Pace & { provider: string })[];
  waiting: readonly { provider: string; waiting: number }[];
}

const GAUGES: readonly [
  name: string,
  help: string,
  values: (readings: Readings) => [string, number | null][],
][] = [
  [
    'mail_destination_window',
    'Connections at a time to a mailbox provider, from all our addresses together.',
    ({ paces }) => paces.map(({ provider, window }) => [provider, window]),
  ],
  [
    'mail_destination_rate',
    'Mails a minute to a mailbox provider, from all our addresses that have such a limit; none: no series.',
    ({ paces }) => paces.map(({ provider, rate }) => [provider, rate]),
  ],
  [
    'mail_destination_waiting',
    'Recipients that wait for the turn of their mailbox provider; 100000 means 100000 or more.',
    ({ waiting }) => waiting.map((each) => [each.provider, each.waiting]),
  ],
];

/** Registers the gauges. @returns the cached reading that they show */
export function registerDestinationMetrics(deps: DestinationMetricsDeps): CachedReading<unknown> {
  const { registry, database, clock, log, providers } = deps;
  const reading = createCachedReading({
    name: 'destinations',
    log,
    read: () => readDestinations(database, providers, clock.now()),
  });
  for (const [name, help, values] of GAUGES)
    registerSnapshotGauge({
      registry,
      name,
      help,
      labelNames: ['provider'],
      async series() {
        const readings = await reading.latest();
        return (readings ? values(readings) : []).flatMap(([provider, value]) =>
          value === null ? [] : [{ labels: { provider }, value }],
        );
      },
    });
  registerSnapshotGauge({
    registry,
    name: 'mail_destination_rests',
    help: 'Our addresses that currently do not send to a mailbox provider, by reason: the provider asked for it, the provider blocks them, or operators paused them.',
    labelNames: ['provider', 'reason'],
    async series() {
      const { paces = [] } = (await reading.latest()) ?? {};
      return paces.flatMap((pace) =>
        REASONS.map((reason) => ({ labels: { provider: pace.provider, reason }, value: pace[reason] })),
      );
    },
  });
  return reading;
}

function readDestinations(database: Database, providers: readonly string[], now: Date): Promise<Readings> {
  return readBounded(database, async (client) => {
    const resting = REASONS.map(
      (reason) => `count(*) FILTER (WHERE rests_until > $2 AND reason = '${reason}')::integer AS ${reason}`,
    );
    const paces = await client.query<Readings['paces'][number]>(
      `SELECT CASE WHEN provider = ANY($1::text[]) THEN provider ELSE 'other' END AS provider,
              sum("window")::integer AS "window", sum(rate)::integer AS rate, ${resting.join(', ')}
       FROM destinations WHERE ${IS_MAILBOX_PROVIDER} GROUP BY 1`,
      [providers, now],
    );
    const waiting = await client.query<Readings['waiting'][number]>(WAITING_SQL, [providers]);
    return { paces: paces.rows, waiting: waiting.rows };
  });
}

/**
 * Counts the mail of each provider (its name ends with a space), and the mail of others between two names of the table:
 * each is a range of the index, so a provider for which a million mails wait costs COUNT_MAX rows.
 */
const WAITING_SQL = `
  WITH listed AS (
    SELECT name, lead(name) OVER (ORDER BY name COLLATE "C") AS next FROM unnest($1::text[] || ''::text) AS name)
  SELECT name AS provider, ${count(`destination >= name || ' ' AND destination < name || '!'`)} AS waiting FROM listed WHERE name <> ''
  UNION ALL
  SELECT 'other', least(${COUNT_MAX}, sum(
    CASE WHEN next IS NULL THEN ${count(`destination >= name || '!' AND destination NOT LIKE 'via:%'`)}
         ELSE ${count(`destination >= name || '!' AND destination < next || ' '`)} END))::integer
  FROM listed`;

function count(condition: string): string {
  return `(SELECT count(*)::integer FROM (
    SELECT FROM email_recipients WHERE ${condition} AND next_attempt_at IS NOT NULL ORDER BY destination, lane, next_attempt_at LIMIT ${COUNT_MAX}) AS counted)`;
}
