// Flow test: three people who share emails, logs, webhook messages, answers, refused rows, runs and audit events with twenty
// others are erased by a worker that is killed (SIGKILL) at a step, in each of its lives. Afterwards no table has their
// addresses but for what they decided, and everything of the others is as it was. `npm run test:long` has more emails.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { erasePerson } from '../../shared/resources/flows/erasures/erase-person.ts';
import { erasureWork } from '../../shared/resources/flows/erasures/work.ts';
import { ERASED_ADDRESS } from '../../shared/resources/foundation/erasing/eraser.ts';
import { deriveEmailStatus } from '../../shared/resources/messaging/emails/delivery/derive-status.ts';
import type { WorkerDeps } from '../../workers/runtime/job.ts';
import type { ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { createDatabase } from '../support/database/database.ts';
import { startPreparedCluster } from '../support/database/prepared-cluster.ts';
import { extent } from '../support/extent.ts';
import { createContact } from '../support/factories/contact-factories.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount } from '../support/factories/factories.ts';
import { closeWorkerDeps, createWorkerDeps } from '../support/work/worker.ts';
import { ageLeases, DEAD_AFTER_MS } from './support/killed-processes.ts';
import { addressesPattern, hasAddress, readAllRows, type StoredRow } from './support/stored-texts.ts';
import { type Supervised, supervise } from './support/supervised.ts';

const EMAILS = extent('ERASURE_FLOW_EMAILS', 150, 6_000);
const KILLS = extent('ERASURE_FLOW_KILLS', 2, 30);
const DEADLINE_MS = 200_000 + 10 * EMAILS;
const CHECK_EVERY_MS = 100;
const FORGOTTEN_AFTER_MS = 1_200;
const ERASED = ['ann.o+x@customer.dev', 'bo@customer.dev', 'cy_z@customer.dev'];
/** Two of them have the address of one who is erased in theirs. */
const OTHERS = ['jimbo@customer.dev', 'bo@customer.dev.example', ...numbered(18)];
/** The row of work, what belongs to processes, and what the person has decided. */
const EXCEPT = [
  'contact_erasures',
  'worker_processes',
  'recurring_work',
  'suppressions',
  'unsubscribes',
  'tracking_refusals',
  'topic_choices',
];
const ERASED_PATTERN = addressesPattern(ERASED);
const ENCODED_PATTERN = addressesPattern(ERASED.map(encodeURIComponent));
const hasErased = (row: StoredRow) => hasAddress(row, ERASED_PATTERN);

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `other${index}@customer.dev`);
}

/** The spellings of an address that a text may have. */
const spelled = (address: string) =>
  `Hi ${address}, %20${encodeURIComponent(address.toUpperCase())}&e=${Buffer.from(`<${address}>`).toString('base64url')}`;
/** What it is afterwards: base64 keeps its length modulo three. */
const spelledErased = (address: string) => {
  const zeros = '0'.repeat((3 + ((address.length - ERASED_ADDRESS.length) % 3)) % 3);
  const base64 = Buffer.from(`<${zeros}${ERASED_ADDRESS}>`).toString('base64url');
  return `Hi ${ERASED_ADDRESS}, %20${ERASED_ADDRESS}&e=${base64}`;
};

describe('an erasure of people whose worker dies', function () {
  this.timeout(DEADLINE_MS + 60_000);
  let postgres: ThrowawayCluster;
  let deps: WorkerDeps;
  let worker: Supervised;
  let accountId: string;
  let before_: StoredRow[];
  let afterwards: StoredRow[];
  /** Emails that are still to be sent when the erasures begin. */
  const unsent = new Set<string>();

  before(async () => {
    postgres = await startPreparedCluster({ synchronous_commit: 'on' });
    const databaseUrl = await createDatabase(postgres.url);
    deps = await createWorkerDeps({ databaseUrl, redisUrl: undefined });
    ({ id: accountId } = await createAccount(deps.database));
    await plant();
    await decide();
    before_ = await readAllRows(deps.database, EXCEPT);
    for (const email of ERASED) {
      const { rows } = await query('SELECT id FROM contacts WHERE email_key = $1', [email]);
      await erasePerson(deps, { accountId, id: rows[0].id }, new Date());
    }
    worker = await supervise({
      command: ['workers/main.ts', 'audience'],
      environment: {
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        REDIS_URL: '',
        SECRET_KEY: TEST_SECRET_KEY,
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      },
      crashes: Array.from(
        { length: KILLS },
        (_, life) => `${life % 2 === 0 ? 'walk-stepped' : 'walk-commit-sent'}:1`,
      ),
    });
    while (!(await isOver())) {
      await recover();
      await deliverRest();
      await delay(CHECK_EVERY_MS);
    }
    afterwards = await readAllRows(deps.database, EXCEPT);
  });

  after(async () => {
    await worker?.stop();
    if (deps) await closeWorkerDeps(deps);
    await postgres?.stop();
  });

  const query = (text: string, values: unknown[] = []) => deps.database.query(text, values);
  const isOver = async () => (await query('SELECT FROM contact_erasures')).rowCount === 0;

  /** What the tick and the sweeper do, and the two minutes and hours after which a person is looked for. */
  const recover = async () => {
    const { database, queues } = deps;
    const { table, queue } = erasureWork;
    await ageLeases(database, 'audience', worker);
    const lost = await table.findLost(database, DEAD_AFTER_MS, 10);
    if (lost.length > 0) await table.reclaim(database, lost, new Date());
    await query(
      'UPDATE contact_erasures SET next_attempt_at = now() WHERE claimed_by IS NULL AND next_attempt_at > now()',
    );
    const due = await table.markDue(database, new Date(), 10);
    const forgotten = await table.markLostWakeUps(
      database,
      new Date(Date.now() - FORGOTTEN_AFTER_MS),
      10,
      new Date(),
    );
    queues.wake(queue, [...due, ...forgotten]);
  };

  /** What is still sent to others ends, once all else is done. */
  const deliverRest = async () => {
    const { rowCount: busy } = await query("SELECT FROM contact_erasures WHERE phase <> 'unfinished'");
    if (busy !== 0) return;
    const { rows } = await query(
      `UPDATE email_recipients SET state = 'delivered', updated_at = now() WHERE state = 'queued' RETURNING email_id AS id`,
    );
    const lastEvents = new Map(rows.map(({ id }) => [id as string, null]));
    await transaction(deps.database, (client) => deriveEmailStatus(client, lastEvents));
  };

  /** What may name the n-th email's people: two of them, of whom one may be erased. */
  const peopleOf = (number: number): [string, string] => [
    ERASED[number % 7] ?? OTHERS[number % OTHERS.length] ?? '',
    OTHERS[(number * 3) % OTHERS.length] ?? '',
  ];

  const plant = async () => {
    for (const email of [...ERASED, ...OTHERS]) await createContact(deps.database, { accountId, email });
    for (let number = 0; number < EMAILS; number += 1) await plantEmail(number);
  };

  const plantEmail = async (number: number) => {
    const { ids } = deps;
    const [first, second] = peopleOf(number);
    const isOwn = number % 5 === 0;
    const to = isOwn ? [first] : [first, second];
    const id = ids.next();
    await query(
      `WITH contents AS (
         INSERT INTO email_contents (id, account_id, html, text, created_at) VALUES ($1, $2, $4, 'Hi', now()))
       INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                           to_addresses, subject, headers, attachment_count, created_at)
       VALUES ($1, $2, $2, $1, 'api', 'delivered', '<x>', 'ana@acme.dev', 'ana@acme.dev', $3, $4, $5, 1, now())`,
      [id, accountId, to, spelled(first), { 'X-For': first }],
    );
    const stored = ids.next();
    await query(
      `WITH chunk AS (INSERT INTO attachment_chunks VALUES ($4, 0, $5))
       INSERT INTO email_attachments (id, email_id, account_id, filename, content_type, disposition, size, stored_id, created_at)
       VALUES ($1, $2, $3, $6, 'text/plain', 'attachment', 1, $4, now())`,
      [ids.next(), id, accountId, stored, Buffer.from(isOwn ? first : 'x'), `for ${first} only.txt`],
    );
    for (const [position, address] of to.entries())
      await query(
        `WITH event AS (
           INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
           VALUES ($5, $2, $3, $4, 'delivered', jsonb_build_object('smtp_reply', '250 ' || $4), now()))
         INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, smtp_reply, updated_at)
         VALUES ($1, $2, $3, 'to', $6, $4, 'delivered', 'transactional', '250 <' || $4 || '>', now())`,
        [ids.next(), id, accountId, address, ids.next(), position],
      );
    if (number % 4 === 0) await plantTraces(number, to, first);
    // Neither is sent while the worker lives: one is canceled, of one the other recipient stays.
    if (number % 97 === 0) {
      unsent.add(id);
      await query(`UPDATE email_recipients SET state = 'queued' WHERE email_id = $1`, [id]);
    }
    await transaction(deps.database, (client) => deriveEmailStatus(client, new Map([[id, null]])));
  };

  const plantTraces = async (number: number, to: string[], about: string) => {
    const { ids } = deps;
    const json = JSON.stringify({ to, subject: spelled(about) });
    const message = ids.next();
    await query(
      `WITH message AS (
         INSERT INTO webhook_messages (id, account_id, webhook_id, type, payload, state, created_at)
         VALUES ($1, $2, $2, 'email.sent', json_build_object('id', 'm', 'data', $4::json), 'success', now()))
       INSERT INTO webhook_attempts (id, account_id, webhook_id, message_id, error, duration_ms, response_body, created_at)
       VALUES ($3, $2, $2, $1, $5, 1, $5, now())`,
      [message, accountId, ids.next(), json, spelled(about)],
    );
    await query(
      `INSERT INTO logs (id, account_id, request_id, method, endpoint, response_status, duration_ms, user_agent,
                         request_body, response_body, created_at)
       VALUES ($1::bigint * 1048576 + nextval('log_counter'), $2, 'r', 'POST', '/emails?q=' || $4, 200, 1, $4, $3, $3, now())`,
      [Date.now(), accountId, json, encodeURIComponent(about)],
    );
    await query(
      `INSERT INTO idempotency_keys (account_id, key, fingerprint, owner_token, lease_until, created_at, status_code, answer)
       VALUES ($1, $2, '\\x00', $1, now(), now(), 200, $3)`,
      [accountId, `key-${number}`, json],
    );
    await query(
      `INSERT INTO contact_import_failures (id, import_id, account_id, row, reason, cells)
       VALUES ($1, $2, $2, 1, 'r', ARRAY[$3, 'x'])`,
      [ids.next(), accountId, about],
    );
    await query(
      `INSERT INTO audit_events (id, account_id, actor_type, operation, outcome, target_id, created_at)
       VALUES ($1, $2, 'operator', 'x', 'succeeded', $3, now())`,
      [ids.next(), accountId, about],
    );
    await query(
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
         is_exclusive, status, chain, payload, listens, clock, created_at, ended_at)
       SELECT $1, $2, $2, $2, 0, $2, id, $1, false, 'completed', '{}', $3, '{}', now(), now(), now()
       FROM contacts WHERE email_key = $4`,
      [ids.next(), accountId, json, about],
    );
  };

  const decide = async () => {
    for (const table of ['unsubscribes', 'tracking_refusals'])
      for (const email of ERASED)
        await query(`INSERT INTO ${table} VALUES ($1, $2, 'person', now())`, [accountId, email]);
  };

  const keyOf = ({ table, row }: StoredRow) =>
    `${table} ${row['id'] ?? ''} ${row['number'] ?? ''} ${row['key'] ?? ''} ${row['email_key'] ?? ''}`;
  const contentOf = ({ row }: StoredRow) => JSON.stringify(row);
  const isUnsent = ({ row }: StoredRow) =>
    unsent.has(row['id'] as string) || unsent.has(row['email_id'] as string);
  /** The row as it must be when others are concerned too. */
  const withoutAddress = (row: StoredRow) => {
    let json = contentOf(row);
    for (const address of ERASED) json = json.replaceAll(spelled(address), spelledErased(address));
    return json.replace(ENCODED_PATTERN, ERASED_ADDRESS).replace(ERASED_PATTERN, ERASED_ADDRESS);
  };

  it('is killed at a step in each life', () => {
    expect(worker.deaths()).to.be.at.least(KILLS);
  });

  it('leaves no address of an erased person in any table', () => {
    expect(before_.filter(hasErased)).to.have.length.above(EMAILS / 2);
    expect(afterwards.filter(hasErased).slice(0, 5)).to.deep.equal([]);
  });

  it('changes nothing of the others, and only the address in what is about others too', () => {
    const found = new Map(afterwards.map((row) => [keyOf(row), row]));
    const compared = { others: 0, shared: 0 };
    for (const row of before_.filter((one) => !isUnsent(one))) {
      const isShared = hasErased(row);
      if (isShared && !isComparable(row)) continue;
      const after = found.get(keyOf(row)) ?? expect.fail(`A row is gone: ${JSON.stringify(row)}`);
      expect(contentOf(after), row.table).to.equal(withoutAddress(row));
      compared[isShared ? 'shared' : 'others'] += 1;
    }
    expect(compared.others).to.be.above(EMAILS);
    expect(compared.shared).to.be.above(EMAILS / 20);
  });

  /** Texts about others too, whose spellings the test knows. */
  function isComparable({ table, row }: StoredRow): boolean {
    if (!['logs', 'idempotency_keys', 'webhook_messages'].includes(table)) return false;
    return OTHERS.some((other) => JSON.stringify(row).includes(other));
  }
});
