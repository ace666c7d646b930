// Providers as operators have them, for the tests of their verbs.
import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { type Result, runCommand } from '../../ops/run-command.ts';
import { type TestDatabase, useDatabase } from '../support/database/database.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount, createEmail } from '../support/factories/factories.ts';
import { expectDone, expectRefused, type OpsResult } from './run-ops.ts';

export const URL_OF_RELAY = 'smtp://user:p4ss%2Cword@smtp.relay.dev:2525?tls=insecure';
export const OTHER_SECRET_KEY = 'nKQwTVd0sJ1rgk3yVw5gkYyq2mF1cJ3xk6vQe8r0u9A=';

interface PrintedProvider {
  name: string;
  [field: string]: unknown;
}

/** Read its fields inside hooks and tests. */
interface OperatedProviders {
  readonly database: TestDatabase;
  opsIn(changes: Record<string, string>, ...args: string[]): Promise<Result>;
  ops(...args: string[]): Promise<Result>;
  /** With URL_OF_RELAY, unless another URL is given. */
  add(name: string, ...options: string[]): Promise<Result>;
  list(changes?: Record<string, string>): Promise<PrintedProvider[]>;
  find(name: string): Promise<PrintedProvider>;
  names(): Promise<string[]>;
  /** Inserts mail that waits for a provider in an hour. */
  insertMail(provider: string, count: number): Promise<void>;
}

/** Prepares the default provider alone for each test of the enclosing `describe`. */
export function useProviders(): OperatedProviders {
  const database = useDatabase();
  beforeEach(async () => {
    await database.pool.query(
      `TRUNCATE provider_choices, destinations, emails, email_recipients, audit_events;
       DELETE FROM providers WHERE name <> 'default';
       UPDATE providers SET kind = 'generic', connections = NULL, delivery = NULL, feedback_key = NULL,
                            last_feedback_at = NULL`,
    );
  });
  const opsIn = (changes: Record<string, string>, ...args: string[]) =>
    runCommand(args, {
      DATABASE_URL: database.url,
      DATA_DIR: '/nonexistent',
      SECRET_KEY: TEST_SECRET_KEY,
      PUBLIC_URL: 'https://mail.posthorn.dev',
      SPF_INCLUDE: 'include:spf.default.dev',
      SMTP_URL: 'smtp://token:token@smtp.default.dev',
      ...changes,
    });
  const list = async (changes: Record<string, string> = {}) =>
    expectDone(await opsIn(changes, 'list-providers'))['data'] as PrintedProvider[];
  return {
    database,
    opsIn,
    ops: (...args) => opsIn({}, ...args),
    add: (name, ...options) =>
      opsIn(
        {},
        'add-provider',
        name,
        ...(options.includes('--url') ? [] : ['--url', URL_OF_RELAY]),
        ...options,
      ),
    list,
    find: async (name) => (await list()).find((each) => each.name === name) ?? expect.fail(name),
    names: async () => (await list()).map(({ name }) => name),
    async insertMail(provider, count) {
      const { id } = await createAccount(database.pool);
      await createEmail(database.pool, id, { recipients: Array.from({ length: count }, () => ({})) });
      await database.pool.query(
        `UPDATE email_recipients SET woken_at = NULL, next_attempt_at = now() + interval '1 hour', destination = $1`,
        [`via:${provider} `],
      );
    },
  };
}

/** Expects a sentence with these words, and without a secret. */
export function expectRefusedWith(result: OpsResult, words: string, code = 2): void {
  expect(expectRefused(result, code)).to.include(words).and.not.include('p4ss');
}

/** A public key as SendGrid shows it. */
export function publicKeyOf(namedCurve: string): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve });
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
}
