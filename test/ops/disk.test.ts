// `disk`: what uses the disk, and when it is removed.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { partitionName } from '../../shared/platform/db/partitions.ts';
import { useDatabase } from '../support/database/database.ts';
import { createLog } from '../support/factories/log-factories.ts';
import { expectDone } from './run-ops.ts';

describe('ops, disk', () => {
  const database = useDatabase();

  it('lists the bytes of each table and month, the largest first, and when they are removed', async () => {
    for (let made = 0; made < 200; made += 1)
      await createLog(database.pool, '01900000-0000-7000-8000-000000000001', {
        requestBody: { text: 'x'.repeat(4_000) },
      });
    const environment = { DATABASE_URL: database.url, LOG_RETENTION_DAYS: '40', EMAIL_RETENTION_DAYS: '0' };
    const { data, total_bytes } = expectDone(await runCommand(['disk'], environment));
    const tables = data as Record<string, unknown>[];
    const [largest] = tables;
    const month = new Date(`${largest?.['month']}-01T00:00:00Z`);
    const { rows } = await database.pool.query<{ bytes: string }>(
      `SELECT pg_total_relation_size('${partitionName('logs', month)}') AS bytes`,
    );
    const monthsAfter = (months: number) =>
      new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + months, 41)).toISOString();
    expect(largest).to.deep.equal({
      object: 'table_usage',
      table: 'logs',
      month: new Date().toISOString().slice(0, 7),
      bytes: Number(rows[0]?.bytes),
      kept_days: 40,
      first_goes_at: monthsAfter(0),
      last_goes_at: monthsAfter(1),
    });
    const sizes = tables.map(({ bytes }) => Number(bytes));
    expect(sizes).to.deep.equal(sizes.toSorted((one, other) => other - one));
    expect(total_bytes).to.equal(sizes.reduce((sum, bytes) => sum + bytes, 0));
    const of = (table: string) => tables.find((one) => one['table'] === table);
    expect(of('email_contents')).to.include({ kept_days: null, first_goes_at: null });
    expect(of('webhook_attempts')).to.include({ kept_days: 30 });
    expect(of('accounts')).to.include({ month: null, kept_days: null, last_goes_at: null });
  });
});
