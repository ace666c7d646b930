// An account that calls the API: what almost every test of the API begins with.
import { expect } from 'chai';
import {
  type AccountFields,
  type ApiKeyFields,
  createAccount,
  createApiKey,
} from '../factories/factories.ts';
import { type MemberFields, signIn } from '../factories/people-factories.ts';
import { type Announcement, listenForEvents } from './announced-events.ts';
import type { TestApp } from './app.ts';
import { useEach } from './use-each.ts';

/** An account with an API key. */
export interface Caller {
  accountId: string;
  token: string;
  /** Requests with the key. */
  api: ReturnType<TestApp['as']>;
  /** POST of a resource, which must answer 201. @returns its id */
  make(path: string, body?: object): Promise<string>;
  /** GET of a path, which must answer 200. @returns the body */
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation, as supertest types it.
  read(path: string): Promise<any>;
  /** The number of the account's rows in a table. */
  count(table: string): Promise<number>;
  /** Creates a webhook. @returns a reader of its events, the oldest first */
  listen(...events: string[]): Promise<() => Promise<Announcement[]>>;
}

/** What differs from an account without limits and a key with full access. */
export interface CallerFields extends AccountFields {
  key?: ApiKeyFields;
}

/** Creates an account with a key. */
export async function createCaller(app: TestApp, { key, ...fields }: CallerFields = {}): Promise<Caller> {
  const accountId = key?.accountId ?? (await createAccount(app.pool, fields)).id;
  const { token } = await createApiKey(app.pool, { accountId, ...key });
  const api = app.as(token);
  return {
    accountId,
    token,
    api,
    async make(path, body) {
      const { status, body: made } = await api.post(path).send(body);
      expect(status, JSON.stringify(made)).to.equal(201);
      return made.id;
    },
    async read(path) {
      const { status, body } = await api.get(path);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    },
    async count(table) {
      const { rowCount } = await app.pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [accountId]);
      return rowCount ?? 0;
    },
    listen: (...events) => listenForEvents(app.pool, accountId, events),
  };
}

/** A new account for each test of the enclosing `describe`. Read its fields inside hooks and tests. */
export function useAccount(app: TestApp, fields?: CallerFields): Caller {
  return useEach(() => createCaller(app, fields));
}

/** A member of an account who is signed in: an owner of a new account, unless the fields say otherwise. */
export async function enter(app: TestApp, fields?: MemberFields) {
  const session = await signIn(app.pool, { now: app.clock.now(), ...fields });
  return { ...session, api: app.asPerson(session) };
}

/** A new signed-in person for each test of the enclosing `describe`. Read the fields inside hooks and tests. */
export function usePerson(app: TestApp, fields?: MemberFields): Awaited<ReturnType<typeof enter>> {
  return useEach(() => enter(app, fields));
}
