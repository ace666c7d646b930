// The verb that encrypts all stored secrets with SECRET_KEY after it was changed, and what `check` says of each key: on
// full tables, on rows that others change at the same time, killed, and repeated.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import type { Queryable } from '../../shared/platform/db/connect.ts';
import { fingerprintOf } from '../../shared/platform/security/secret-keys.ts';
import { createSecrets, type Secrets } from '../../shared/platform/security/secrets.ts';
import { providerUrlOwner } from '../../shared/resources/foundation/providers/provider.ts';
import { signingSecretOwner } from '../../shared/resources/foundation/webhooks/signing-secret-owner.ts';
import { totpSecretOwner } from '../../shared/resources/people/people/second-factor/totp.ts';
import { untilBlocked } from '../support/database/blocked-sessions.ts';
import { useDatabase } from '../support/database/database.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount, createDomain, createWebhook } from '../support/factories/factories.ts';
import { createPerson } from '../support/factories/people-factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

const NEW = 'nKQwTVd0sJ1rgk3yVw5gkYyq2mF1cJ3xk6vQe8r0u9A=';
const OTHER = 'Zp3xW8mYb7vLr5Tk2cN9d4Hs6Jf0GaEuQoIi1RtUyVw=';
/** More than two steps of a walk. */
const PEOPLE = 450;
const OLD_SECRETS = createSecrets([TEST_SECRET_KEY]);
const NEW_SECRETS = createSecrets([NEW]);

describe('ops re-encrypt', () => {
  const database = useDatabase();
  const environment = (changes: Record<string, string> = {}) => ({
    DATABASE_URL: database.url,
    DATA_DIR: '/nonexistent',
    SECRET_KEY: NEW,
    SECRET_KEY_PREVIOUS: JSON.stringify([TEST_SECRET_KEY]),
    ...changes,
  });
  const reEncrypt = (changes?: Record<string, string>) => runCommand(['re-encrypt'], environment(changes));
  const writtenOf = (result: Record<string, unknown>) =>
    (result['data'] as { kind: string; written: number }[]).map(({ written }) => written);
  const linesOfKeys = async (changes?: Record<string, string>) => {
    const { stdout } = await runCommand(['check'], environment(changes));
    const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; message: string }[] };
    return checks
      .filter(({ check }) => check === 'secret_key')
      .map(({ status, message }) => `${status}: ${message}`);
  };
  const newName = `SECRET_KEY (fingerprint ${fingerprintOf(NEW)})`;
  const oldName = `Key 1 of SECRET_KEY_PREVIOUS (fingerprint ${fingerprintOf(TEST_SECRET_KEY)})`;
  let webhookId: string;
  beforeEach(async () => {
    await database.pool.query('TRUNCATE people, accounts, audit_events, providers CASCADE');
    const { id } = await createAccount(database.pool);
    await createDomain(database.pool, id);
    webhookId = (await createWebhook(database.pool, id)).id;
    for (const column of ['totp_secret', 'totp_pending_secret']) {
      const { id: personId } = await createPerson(database.pool);
      const encrypted = OLD_SECRETS.encrypt(column, totpSecretOwner(personId));
      await database.pool.query(`UPDATE people SET ${column} = $2 WHERE id = $1`, [personId, encrypted]);
    }
    await createPerson(database.pool);
    const providerId = randomUUID();
    await database.pool.query(
      "INSERT INTO providers (id, name, kind, url) VALUES ($1, 'acme', 'generic', $2)",
      [providerId, OLD_SECRETS.encrypt('smtp://a:b@acme.dev', providerUrlOwner(providerId))],
    );
  });
  const signingSecret = async () => {
    const { rows } = await database.pool.query<{ secret: Buffer }>(
      'SELECT signing_secret AS secret FROM webhooks WHERE id = $1',
      [webhookId],
    );
    return rows[0]?.secret ?? expect.fail('There is no webhook.');
  };
  const store = (queryable: Queryable, secrets: Secrets, secret: string) =>
    queryable.query('UPDATE webhooks SET signing_secret = $2 WHERE id = $1', [
      webhookId,
      secrets.encrypt(secret, signingSecretOwner(webhookId)),
    ]);

  it('writes each secret once with SECRET_KEY, after which the old key is not needed; check counts what is left', async () => {
    expect(await linesOfKeys()).to.deep.equal([
      `met: ${newName} does not encrypt anything yet.`,
      `advice: ${oldName} still encrypts DKIM key: 1, webhook signing secret: 1, second factor: 1, second factor that is being set up: 1, URL of a provider: 1. Run re-encrypt.`,
    ]);
    const before = OLD_SECRETS.decrypt(await signingSecret(), signingSecretOwner(webhookId));
    const done = expectDone(await reEncrypt());
    expect(done).to.include({ object: 'list', fingerprint: fingerprintOf(NEW), unreadable: 0 });
    expect(done['data']).to.deep.include({
      object: 'secrets',
      kind: 'webhook signing secret',
      written: 1,
      unreadable: 0,
    });
    expect(writtenOf(done)).to.deep.equal([1, 1, 1, 1, 1, 0]);
    expect(writtenOf(expectDone(await reEncrypt()))).to.deep.equal([0, 0, 0, 0, 0, 0]);
    expect(NEW_SECRETS.decrypt(await signingSecret(), signingSecretOwner(webhookId))).to.equal(before);
    const kinds =
      'DKIM key: 1, webhook signing secret: 1, second factor: 1, second factor that is being set up: 1, URL of a provider: 1';
    expect(await linesOfKeys()).to.deep.equal([
      `met: ${newName} encrypts ${kinds}.`,
      `met: ${oldName} does not encrypt anything. Unless you plan to make it SECRET_KEY, you can remove it. Links and return paths made with it then stop working.`,
    ]);
    expect(await linesOfKeys({ SECRET_KEY_PREVIOUS: '' })).to.deep.equal([
      `met: ${newName} encrypts ${kinds}.`,
    ]);
  });

  it('leaves what no listed key opens as it is, says how much that is, and fails', async () => {
    const before = await signingSecret();
    const result = await reEncrypt({ SECRET_KEY_PREVIOUS: OTHER });
    expect(result).to.include({ code: 1, stderr: '' });
    expect(JSON.parse(result.stdout)).to.include({ unreadable: 5 });
    expect(await signingSecret()).to.deep.equal(before);
    expect((await linesOfKeys({ SECRET_KEY_PREVIOUS: OTHER }))[0]).to.equal(
      'unmet: No key in SECRET_KEY or SECRET_KEY_PREVIOUS can decrypt these secrets in the database (DKIM key: 1, webhook signing secret: 1, second factor: 1, second factor that is being set up: 1, URL of a provider: 1). Add the key that was in use when they were stored.',
    );
    expect(expectRefused(await reEncrypt({ SECRET_KEY: '', SECRET_KEY_PREVIOUS: '' }), 78)).to.include(
      'SECRET_KEY',
    );
    expect(expectRefused(await reEncrypt({ SECRET_KEY_PREVIOUS: NEW }), 78)).to.include(
      'SECRET_KEY_PREVIOUS',
    );
  });

  it('waits for a change of a row that is under way and keeps it, whichever key it was made with', async () => {
    for (const [secrets, secret] of [
      [OLD_SECRETS, 'rotated with the old key'],
      [NEW_SECRETS, 'rotated with the new key'],
    ] as const) {
      await store(database.pool, OLD_SECRETS, 'of before');
      const client = await database.pool.connect();
      await client.query('BEGIN');
      await store(client, secrets, secret);
      const running = reEncrypt();
      await untilBlocked(database.pool, client);
      await client.query('COMMIT');
      client.release();
      expectDone(await running);
      const stored = await signingSecret();
      expect(NEW_SECRETS.decrypt(stored, signingSecretOwner(webhookId))).to.equal(secret);
    }
  });

  it('goes on where it was ended: steps that are done stay done', async () => {
    const people = Array.from({ length: PEOPLE }, () => createPerson(database.pool));
    const ids = (await Promise.all(people)).map(({ id }) => id).sort();
    await database.pool.query(
      'UPDATE people SET totp_secret = new.secret FROM unnest($1::uuid[], $2::bytea[]) AS new (id, secret) WHERE people.id = new.id',
      [ids, ids.map((id) => OLD_SECRETS.encrypt(id, totpSecretOwner(id)))],
    );
    // The last row is held, so the walk stops in its last step.
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM people WHERE id = $1 FOR UPDATE', [ids.at(-1)]);
    const ended = reEncrypt();
    await untilBlocked(database.pool, client);
    await database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect((await ended).code).to.equal(1);
    await client.query('ROLLBACK');
    client.release();
    const [dkim, webhooks, secondFactors = 0] = writtenOf(expectDone(await reEncrypt()));
    expect([dkim, webhooks]).to.deep.equal([0, 0]);
    expect(secondFactors).to.be.within(1, 200);
    const { rows } = await database.pool.query<{ id: string; secret: Buffer }>(
      'SELECT id, totp_secret AS secret FROM people WHERE id = ANY($1) ORDER BY id',
      [ids],
    );
    expect(rows.map(({ id, secret }) => NEW_SECRETS.decrypt(secret, totpSecretOwner(id)))).to.deep.equal(ids);
  });
});
