// The gauges of destinations.
import { expect } from 'chai';
import { Registry } from 'prom-client';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { registerDestinationMetrics } from '../../../../../shared/resources/messaging/destinations/metrics.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount, createEmail } from '../../../../support/factories/factories.ts';

describe('The gauges of destinations', () => {
  const database = useDatabase();

  /** The lines of a scrape that are about destinations, without `mail_destination_`. */
  const scrape = async () => {
    const registry = new Registry();
    registerDestinationMetrics({
      registry,
      database: database.pool,
      clock: createSystemClock(),
      providers: ['google', 'microsoft', 'yahoo'],
      log: createLog({ level: 'silent', process: 'test' }),
    });
    const lines = (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('mail_destination_'));
    return lines.map((line) => line.slice('mail_destination_'.length)).sort();
  };
  const rests = (provider: string, asked: number, blocked: number, operator: number) => [
    `rests{provider="${provider}",reason="asked"} ${asked}`,
    `rests{provider="${provider}",reason="blocked"} ${blocked}`,
    `rests{provider="${provider}",reason="operator"} ${operator}`,
  ];
  const waiting = (google: number, microsoft: number, other: number, yahoo: number) =>
    Object.entries({ google, microsoft, other, yahoo }).map(
      ([name, rows]) => `waiting{provider="${name}"} ${rows}`,
    );

  it('have no series of a pace while nothing is sent, and no mail that waits', async () => {
    expect(await scrape()).to.deep.equal(waiting(0, 0, 0, 0));
  });

  it('have the paces of all our addresses together, and those without a name in the table as one', async () => {
    await database.pool.query(
      `INSERT INTO destinations (provider, source, "window", rate, rests_until, rested_at, reason, updated_at)
       VALUES ('google', '192.0.2.1', 10, 60, now() + interval '1 hour', now(), 'blocked', now()),
              ('google', '192.0.2.2', 20, 30, now() - interval '1 hour', now(), 'blocked', now()),
              ('yahoo', '', 5, NULL, NULL, NULL, NULL, now()),
              ('a.test', '', 1, 7, now() + interval '1 hour', now(), 'asked', now()),
              ('zz.test', '', 2, NULL, now() + interval '1 hour', now(), 'operator', now())`,
    );
    const { id } = await createAccount(database.pool);
    const recipients = Array.from({ length: 7 }, () => ({}));
    await createEmail(database.pool, id, { recipients });
    await database.pool.query(
      `UPDATE email_recipients SET woken_at = NULL, next_attempt_at = now() + interval '1 hour',
         destination = (ARRAY['google ', 'google 192.0.2.1', 'microsoft ', 'a.test ', 'h.test ', 'zz.test ', NULL])[position + 1]`,
    );
    expect(await scrape()).to.deep.equal([
      'rate{provider="google"} 90',
      'rate{provider="other"} 7',
      ...rests('google', 0, 1, 0),
      ...rests('other', 1, 0, 1),
      ...rests('yahoo', 0, 0, 0),
      ...waiting(2, 1, 3, 0),
      'window{provider="google"} 30',
      'window{provider="other"} 3',
      'window{provider="yahoo"} 5',
    ]);
  });
});
