// The log writer inserts logs in groups; neither an unavailable database nor a flood of logs affects requests.
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../../../../shared/platform/db/connect.ts';
import { createLog as createProcessLog } from '../../../../../shared/platform/log/log.ts';
import type { NewLog } from '../../../../../shared/resources/foundation/logs/log.ts';
import { createLogWriter, type LogWriter } from '../../../../../shared/resources/foundation/logs/writer.ts';
import { createMetrics, type Metrics } from '../../../../../shared/resources/service-metrics.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTcpGate, type TcpGate } from '../../../../support/net/tcp-gate.ts';
import { eventually } from '../../../../support/time/eventually.ts';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';

function newLog(changes: Partial<NewLog> = {}): NewLog {
  return {
    accountId: ACCOUNT,
    apiKeyId: '01900000-0000-7000-8000-000000000002',
    requestId: 'r',
    method: 'POST',
    endpoint: '/emails',
    status: 200,
    durationMs: 3,
    userAgent: 'tests',
    requestBody: null,
    responseBody: null,
    contentId: null,
    ignoredParameters: null,
    errorName: null,
    createdAt: new Date(),
    ...changes,
  };
}

describe('The log writer', () => {
  after(async () => {
    await database?.end();
    await gate?.close();
  });
  const own = useDatabase();
  let gate: TcpGate;
  /** Connected to the database through the gate. */
  let database: Database;
  let metrics: Metrics;
  let writer: LogWriter;
  let lines: Record<string, unknown>[];

  before(async () => {
    await own.pool.query(
      `INSERT INTO accounts (id, name, plan_id, production_access) VALUES ($1, 'Acme', 'unlimited', true)`,
      [ACCOUNT],
    );
    gate = await createTcpGate(own.url);
    const log = createProcessLog({ level: 'silent', process: 'test' });
    database = connectDatabase({ connectionString: gate.url, poolSize: 2, applicationName: 'test', log });
  });
  beforeEach(async () => {
    gate.open();
    metrics = createMetrics();
    lines = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const log = createProcessLog({ level: 'warn', process: 'test', destination });
    writer = createLogWriter({ database, metrics, log });
    await own.pool.query('TRUNCATE logs');
  });
  afterEach(() => writer.drain());

  const count = async (outcome: string) => {
    const { values } = await metrics.requestLogs.get();
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  };
  const stored = async () => (await own.pool.query('SELECT * FROM logs ORDER BY id')).rows;

  it('writes every field unchanged', async () => {
    const log = newLog({
      requestId: 'a "quoted" \\ id',
      endpoint: '/emails/é',
      userAgent: 'ü{},"',
      requestBody: '{"a":"Grüße, 漢字 😀"}',
      responseBody: '[1,2]',
      contentId: '01900000-0000-7000-8000-000000000003',
      ignoredParameters: 'a, b',
      errorName: 'not_found',
      createdAt: new Date('2026-11-20T12:00:00.123Z'),
    });
    writer.add(log);
    await writer.drain();
    const [{ id, ...row }] = await stored();
    expect(BigInt(id) / 2n ** 20n).to.equal(BigInt(log.createdAt.getTime()));
    expect(row).to.deep.equal({
      account_id: log.accountId,
      api_key_id: log.apiKeyId,
      request_id: log.requestId,
      method: 'POST',
      endpoint: '/emails/é',
      response_status: 200,
      error_name: 'not_found',
      ignored_parameters: 'a, b',
      duration_ms: 3,
      user_agent: 'ü{},"',
      request_body: log.requestBody,
      response_body: log.responseBody,
      content_id: log.contentId,
      created_at: log.createdAt,
    });
  });

  it('stores each log with its own bodies, whether it has both, one or none', async () => {
    const bodies = [
      ['{"n":1}', '{"m":1}'],
      [null, '{"ü":2}'],
      ['{"😀":3}', null],
      [null, null],
      ['[]', '{}'],
    ] as const;
    for (const [requestBody, responseBody] of bodies) writer.add(newLog({ requestBody, responseBody }));
    await writer.drain();
    const rows = await stored();
    expect(rows.map(({ request_body, response_body }) => [request_body, response_body])).to.deep.equal(
      bodies,
    );
  });

  it('writes logs that arrive together in few statements, in their order', async () => {
    let statements = 0;
    const counted = createLogWriter({
      database: {
        query: (...args: unknown[]) => {
          statements += 1;
          return (own.pool.query as (...args: unknown[]) => unknown)(...args);
        },
      } as never,
      metrics,
      log: createProcessLog({ level: 'silent', process: 'test' }),
    });
    const createdAt = new Date();
    for (let n = 0; n < 1_000; n += 1) counted.add(newLog({ requestId: `${n}`, createdAt }));
    await counted.drain();
    const rows = await stored();
    expect(rows.map(({ request_id }) => Number(request_id))).to.deep.equal([...Array(1_000).keys()]);
    expect(statements).to.be.at.most(4);
    expect(await count('written')).to.equal(1_000);
  });

  it('makes ids that are unique across processes within the same millisecond', async () => {
    const log = createProcessLog({ level: 'silent', process: 'test' });
    const other = createLogWriter({ database: own.pool, metrics, log });
    const createdAt = new Date();
    for (let n = 0; n < 300; n += 1) for (const each of [writer, other]) each.add(newLog({ createdAt }));
    await Promise.all([writer.drain(), other.drain()]);
    expect(await stored()).to.have.length(600);
    expect(await count('dropped')).to.equal(0);
  });

  it('keeps logs while the database is unavailable, and writes them afterwards', async () => {
    gate.shut();
    for (let n = 0; n < 3; n += 1) writer.add(newLog({ requestId: `${n}` }));
    const before = gate.connections;
    await eventually('it has tried again', () => gate.connections > before + 1);
    expect(await stored()).to.deep.equal([]);
    gate.open();
    await eventually('they are there', async () => (await stored()).length === 3);
    expect(await count('dropped')).to.equal(0);
  });

  it('keeps a limited number of logs while the database is unavailable, and counts the dropped ones', async () => {
    gate.shut();
    for (let n = 0; n < 25_000; n += 1) writer.add(newLog());
    const dropped = await eventually('some are dropped', async () => (await count('dropped')) || undefined);
    expect(dropped).to.be.within(4_000, 5_000);
  });

  it('keeps a limited number of bytes while the database is unavailable', async () => {
    gate.shut();
    const requestBody = JSON.stringify({ text: 'x'.repeat(64_000) });
    for (let n = 0; n < 1_000; n += 1) writer.add(newLog({ requestBody }));
    const dropped = await eventually('some are dropped', async () => (await count('dropped')) || undefined);
    // 32 MiB wait, and up to 4 MiB more are in the group that is being written.
    expect(dropped).to.be.within(400, 600);
  });

  it('stops in time while the database is unavailable, and logs how many logs were dropped', async () => {
    gate.shut();
    for (let n = 0; n < 3; n += 1) writer.add(newLog());
    const startedAt = performance.now();
    await writer.drain();
    expect(performance.now() - startedAt).to.be.below(30_000);
    expect(await count('dropped')).to.equal(3);
    expect(lines.map(({ msg }) => msg)).to.include('request logs could not be written');
  });

  it('drops only the log that the database rejects', async () => {
    for (const requestId of ['1', '2', '3']) {
      // There is no partition for that month.
      const createdAt = requestId === '2' ? new Date('2040-01-01T00:00:00Z') : new Date();
      writer.add(newLog({ requestId, createdAt }));
    }
    await writer.drain();
    expect((await stored()).map(({ request_id }) => request_id)).to.deep.equal(['1', '3']);
    expect([await count('written'), await count('dropped')]).to.deep.equal([2, 1]);
  });

  it('drops a group that cannot be written because of a bug', async () => {
    await own.pool.query('ALTER TABLE logs RENAME COLUMN user_agent TO hidden');
    try {
      writer.add(newLog());
      await eventually('it is dropped', async () => (await count('dropped')) === 1);
    } finally {
      await own.pool.query('ALTER TABLE logs RENAME COLUMN hidden TO user_agent');
    }
    expect(lines).to.have.length(1);
  });
});
