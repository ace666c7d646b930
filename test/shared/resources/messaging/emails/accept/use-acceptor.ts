// An acceptor on the database of the test file. It records the crash points and wake-ups in their order.

import type { Database } from '../../../../../../shared/platform/db/connect.ts';
import type { CrashPoint } from '../../../../../../shared/platform/process/crash-points.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type Acceptor,
  createAcceptor,
} from '../../../../../../shared/resources/messaging/emails/accept/accept.ts';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { type TestDatabase, useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { newEmail } from './new-email.ts';

/** The acceptor under test. Use it inside hooks and tests. */
export interface AcceptorUnderTest {
  readonly database: TestDatabase;
  /** Crash points and woken ids, in their order. */
  readonly passed: string[];
  /** Called at each crash point. */
  onCrashPoint: (point: CrashPoint) => void;
  /** Creates an acceptor on a database; its wake-ups are recorded in `passed`. */
  create(database: Database): Acceptor;
  /** Creates an account with a domain. */
  createSender(): Promise<{ accountId: string; domain: { name: string } }>;
  /** A valid email of the file's sender. */
  email(changes?: Partial<NewEmail>): NewEmail;
  /** Ids of all stored rows, oldest first. */
  storedIds(
    table?: 'emails' | 'email_recipients' | 'attachment_uploads' | 'attachment_chunks',
  ): Promise<string[]>;
}

/** Prepares acceptors for the tests of the enclosing `describe`; each test begins with empty tables. */
export function useAcceptor(): AcceptorUnderTest {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  const passed: string[] = [];
  let sender: Awaited<ReturnType<AcceptorUnderTest['createSender']>>;
  const test: AcceptorUnderTest = {
    database,
    passed,
    onCrashPoint: () => {},
    create: (on) =>
      createAcceptor({
        database: on,
        ids,
        queues: { wake: (_queue, woken) => void passed.push(...woken) },
        simulatorDomains: ['simulator.test'],
        passCrashPoint(point) {
          passed.push(point);
          test.onCrashPoint(point);
        },
      }),
    async createSender() {
      const { id } = await createAccount(database.pool);
      return { accountId: id, domain: await createDomain(database.pool, id) };
    },
    email: (changes) => newEmail(ids, sender, changes),
    async storedIds(table = 'emails') {
      const { rows } = await database.pool.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`);
      return rows.map(({ id }) => id);
    },
  };
  before(async () => {
    sender = await test.createSender();
  });
  beforeEach(async () => {
    await database.pool.query('TRUNCATE emails, email_recipients, email_contents, email_events');
    passed.length = 0;
    test.onCrashPoint = () => {};
  });
  return test;
}
