// Temporary.
import { randomUUID } from 'node:crypto';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { connectDatabase } from '../../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { writeMoves } from '../../../../../shared/resources/automations/runs/write-moves.ts';
import { createAutomation } from '../../../../support/automation-factories.ts';
import { useDatabase } from '../../../../support/database.ts';
import { createAccount, createDomain } from '../../../../support/factories.ts';

describe('tmp', function () {
  this.timeout(100_000);
  const database = useDatabase();
  it('plan', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const { id: domainId } = await createDomain(database.pool, accountId);
    const automation = await createAutomation(database.pool, accountId, { domainId });
    const pool = connectDatabase({ connectionString: database.url, poolSize: 1, applicationName: 'x', plansOnce: true, log: createLog({ level: 'silent', process: 'x' }) });
    const moves = (ids: string[], token: string) => ids.map((id, n) => ({
      id, token, automationId: automation.id, status: 'running' as const, reason: null, stepKey: 'a', position: 1, clock: new Date(), waitUntil: new Date(), postponedAt: null, waits: null, inbox: null, listens: [], endedAt: null, nextAttemptAt: new Date(), keepsClaim: true, attempts: 0,
      stepRuns: [0, 1, 2, 3, 4].map((position) => ({ position: position + n * 0, stepId: id, key: 'k', status: 'completed' as const, output: null, error: null, startedAt: new Date(), completedAt: null })),
    }));
    const token = randomUUID();
    await transaction(pool, (client) => writeMoves(client, moves([randomUUID()], token)));
    await database.pool.query(
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
         is_exclusive, chain, listens, step_key, clock, created_at, next_attempt_at, woken_at, claimed_by, claim_token)
       SELECT uuid_v7(now()), $1, $2, $3, 0, $4, gen_random_uuid(), uuid_v7(now()), false, '{}', '{x}', 'delay', now(), now(), now(),
              now(), CASE WHEN number <= 400 THEN $5::uuid END, CASE WHEN number <= 400 THEN $5::uuid END
       FROM generate_series(1, 20000) AS number`,
      [accountId, automation.id, automation.versionId, domainId, token],
    );
    const { rows } = await database.pool.query('SELECT id FROM automation_runs WHERE claim_token = $1 LIMIT 100', [token]);
    const ids = rows.map((row) => row.id);
    const log: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const t = performance.now();
      await transaction(pool, (client) => writeMoves(client, moves(ids, token)));
      log.push(`${(performance.now() - t).toFixed(1)} ms`);
    }
    console.log(log.join(' '));
    const c = await pool.connect();
    c.on('notice', (n) => console.log(n.message));
    await c.query("LOAD 'auto_explain'");
    await c.query("SET auto_explain.log_min_duration = 0");
    await c.query("SET auto_explain.log_analyze = on");
    await c.query("SET client_min_messages = log");
    c.release();
    await transaction(pool, (client) => writeMoves(client, moves(ids, token)));
    await pool.end();
  });
});
