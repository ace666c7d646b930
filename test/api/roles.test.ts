// Who may call what (docs/reference/requests.md#people): every operation, with every kind of caller. What the table here
// says is written down independently of the operations table, so that a slip in a row is found. Each body is malformed
// JSON: a refusal must come before it is read, and nothing is changed by those who may call.
import { expect } from 'chai';
import { ROLES, type Role } from '../../shared/contract/members/values.ts';
import { type Operation, takesBody } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { DAY_MS } from '../../shared/platform/time/durations.ts';
import { useApp } from '../support/api/app.ts';
import { contentsOf } from '../support/api/contents.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { createSession, signIn } from '../support/factories/people-factories.ts';
import { resume, suspend } from '../support/factories/suspension-factories.ts';
import { UNKNOWN_ID } from './specimen.ts';
import { GOOD, SPECIMENS } from './specimens.ts';

const OPEN = rows(
  `POST /auth/login, POST /auth/totp, POST /auth/forgot, POST /auth/reset, POST /auth/accept`,
);
/** What API keys with sending_access may call. */
const SENDING = rows('POST /emails, POST /emails/batch, POST /mcp');
/** The own sign-in, which everybody changes. */
const OWN_SIGN_IN = rows(`
  PATCH /auth/me, POST /auth/logout, POST /auth/switch, POST /auth/password, POST /auth/totp/setup,
  POST /auth/totp/enable, POST /auth/totp/disable, DELETE /auth/sessions, DELETE /auth/sessions/:id`);
/** POSTs that change nothing. */
const READING_POSTS = rows(`
  POST /segments/preview, POST /templates/preview, POST /templates/:id/preview, POST /automations/:id/simulate,
  POST /templates/:id/check, POST /campaigns/:id/preview, POST /broadcasts/:id/preview, POST /mcp`);
const OF_ADMINS = rows(`
  PATCH /members/:id, DELETE /members/:id, POST /invitations, POST /invitations/:id/resend, DELETE /invitations/:id,
  PATCH /account, POST /account/production-access, POST /account/confirmed-addresses`);
/** What ends all of it. */
const OF_OWNERS = rows('DELETE /account, POST /account/keep');
/** The reading operations that API keys may not call. Of the writing ones these are those of the sign-in and of admins. */
const READ_BY_PEOPLE = rows(`
  GET /auth/me, GET /auth/sessions, GET /members, GET /invitations, GET /account, GET /account/confirmed-addresses,
  GET /audit-events, GET /api-keys/:id`);
const KEYS_OF_MEMBERS = rows('POST /api-keys, PATCH /api-keys/:id, DELETE /api-keys/:id');
const BY_PEOPLE = new Set([
  ...OWN_SIGN_IN,
  ...OF_ADMINS,
  ...OF_OWNERS,
  ...READ_BY_PEOPLE,
  ...KEYS_OF_MEMBERS,
]);

/** What sends mail. */
const MAILING = rows(`
  POST /emails, POST /emails/batch, POST /emails/receiving/:id/forward, POST /emails/receiving/:id/reply,
  POST /templates/:id/test, POST /campaigns/:id/test, POST /broadcasts/:id/test`);
/** The writes of an account that continue while it is suspended. */
const GOING_ON = OF_OWNERS;

function rows(text: string): ReadonlySet<string> {
  return new Set(text.split(',').map((row) => row.trim()));
}

/** An operation, with what the table says of it. */
const TABLE = Object.entries<Operation>(OPERATIONS).map(([id, operation]) => {
  const { method, path } = operation;
  const row = `${method.toUpperCase()} ${path}`;
  return { id, method, path, row, least: leastRoleOf(row), hasBody: takesBody(operation) };
});
type Row = (typeof TABLE)[number];

function leastRoleOf(row: string): Role {
  if (row.startsWith('GET ') || OWN_SIGN_IN.has(row) || READING_POSTS.has(row)) return 'viewer';
  if (OF_OWNERS.has(row)) return 'owner';
  return OF_ADMINS.has(row) ? 'admin' : 'member';
}

const REFUSALS = {
  missing_api_key: 401,
  restricted_api_key: 401,
  invalid_api_key: 403,
  dashboard_only: 403,
  view_only_member: 403,
};

describe('Who may call an operation', () => {
  // No server is there, so that DNS refuses each question at once.
  const app = useApp({ config: { dnsServers: ['127.0.0.1:9'] } });
  let accountId: string;
  let people: Record<Role, Awaited<ReturnType<typeof signIn>>>;
  let ended: Awaited<ReturnType<typeof createSession>>;
  let keys: Record<'full_access' | 'sending_access', string>;
  before(async () => {
    const now = app.clock.now();
    const owner = await signIn(app.pool, { role: 'owner', now });
    accountId = owner.accountId;
    const join = (role: Role) => signIn(app.pool, { role, accountId, now });
    people = {
      owner,
      admin: await join('admin'),
      member: await join('member'),
      viewer: await join('viewer'),
    };
    const before = new Date(now.getTime() - 15 * DAY_MS);
    const another = await join('owner');
    ended = await createSession(app.pool, { ...another, now: before });
    const full = await createApiKey(app.pool, { accountId });
    const sending = await createApiKey(app.pool, { accountId, permission: 'sending_access' });
    keys = { full_access: full.token, sending_access: sending.token };
  });

  type Api = ReturnType<typeof app.as>;
  const ask = async (api: Api, { id, method, path, hasBody }: Row) => {
    const query = path.includes(':') ? GOOD[id]?.query : undefined;
    const asked = api[method](path.replace(/:\w+/g, UNKNOWN_ID)).query(query ?? {});
    if (!hasBody) return await asked;
    return await asked.set('Content-Type', 'application/json').send('{"name":');
  };
  const expectRefused = async (name: keyof typeof REFUSALS, api: Api, row: Row) => {
    const { status, body } = await ask(api, row);
    const refused = { status, name: body.name };
    expect(refused, row.row).to.deep.equal({ status: REFUSALS[name], name });
    return String(body.message);
  };
  /** The body is read, or the object looked for, or the list answered. */
  const expectPassed = async (api: Api, row: Row) => {
    const { status, body } = await ask(api, row);
    if (row.hasBody) {
      expect(body, row.row).to.include({ statusCode: 422, name: 'validation_error' });
      expect(body.message).to.include('JSON');
    } else if (row.path.includes(':')) expect(body, row.row).to.include({ name: 'not_found' });
    else expect(status, `${row.row} ${JSON.stringify(body)}`).to.equal(200);
  };

  const closed = TABLE.filter(({ row }) => !OPEN.has(row));
  const ofPeople = closed.filter(({ row }) => BY_PEOPLE.has(row));
  const ofKeys = closed.filter(({ row }) => !BY_PEOPLE.has(row));

  describe('Serves a signed-in person every operation that the role allows, and rejects the others with view_only_member 403, which names the roles that may, before it reads the body.', () => {
    for (const row of closed) {
      it(`${row.row}: ${row.least}`, async () => {
        const may = ROLES.slice(0, ROLES.indexOf(row.least) + 1);
        for (const role of ROLES) {
          const api = app.asPerson(people[role]);
          if (may.includes(role)) await expectPassed(api, row);
          else expect(await expectRefused('view_only_member', api, row)).to.include(may.join(', '));
        }
      });
    }

    it('is tested with rows that exist, and on all operations', () => {
      const known = new Set(TABLE.map(({ row }) => row));
      const named = [...OPEN, ...SENDING, ...READING_POSTS, ...BY_PEOPLE];
      expect(named.filter((row) => !known.has(row))).to.deep.equal([]);
      expect(ofKeys).to.have.length.above(100);
    });
  });

  describe('Rejects a request without a key and without a session, or with a session that has ended, with missing_api_key 401 on every operation that is not open.', () => {
    for (const row of closed) {
      it(row.row, async () => {
        for (const api of [app.as(), app.asPerson(), app.asPerson(ended)])
          await expectRefused('missing_api_key', api, row);
      });
    }
  });

  describe('Serves open operations to everybody, whatever key or session a request carries.', () => {
    for (const row of TABLE.filter((each) => OPEN.has(each.row))) {
      it(row.row, async () => {
        for (const session of [undefined, ended, ...Object.values(people)])
          await expectPassed(app.asPerson(session), row);
        for (const token of [...Object.values(keys), 'none'])
          await expectPassed(app.asPerson().set('Authorization', `Bearer ${token}`), row);
      });
    }
  });

  describe('Rejects every API key on an operation for signed-in people with dashboard_only 403.', () => {
    for (const row of ofPeople) {
      it(row.row, async () => {
        for (const token of Object.values(keys)) await expectRefused('dashboard_only', app.as(token), row);
      });
    }
  });

  describe('Rejects an API key with sending_access on every other operation that API keys may call with restricted_api_key 401.', () => {
    for (const row of ofKeys) {
      it(`${row.row}${SENDING.has(row.row) ? ', which it may call' : ''}`, async () => {
        await expectPassed(app.as(keys.full_access), row);
        const api = app.as(keys.sending_access);
        if (SENDING.has(row.row)) await expectPassed(api, row);
        else await expectRefused('restricted_api_key', api, row);
      });
    }
  });

  describe('Refuses every write of a suspended account, by key and by session, with reputation_paused 403 where it sends, else with validation_error 403, before it reads the body; reads, and what concerns a sign-in, go on.', () => {
    before(() => suspend(app.pool, accountId));
    after(() => resume(app.pool, accountId));
    const callersOf = ({ row }: Row) => [
      app.asPerson(people.owner),
      ...(BY_PEOPLE.has(row) ? [] : [app.as(keys.full_access)]),
      ...(SENDING.has(row) ? [app.as(keys.sending_access)] : []),
    ];
    const expectSuspended = async (api: Api, row: Row) => {
      if (row.least === 'viewer' || GOING_ON.has(row.row)) return await expectPassed(api, row);
      const { status, body } = await ask(api, row);
      const name = MAILING.has(row.row) ? 'reputation_paused' : 'validation_error';
      expect({ status, name: body.name }, row.row).to.deep.equal({ status: 403, name });
      expect(body.message).to.contain('suspended');
    };
    for (const row of closed) {
      it(row.row, async () => {
        for (const api of callersOf(row)) await expectSuspended(api, row);
      });
    }
  });

  it("Changes nothing by a request of a viewer, except in the viewer's own sign-in.", async () => {
    const objects: Record<string, Readonly<Record<string, unknown>>> = {};
    for (const [resource, { create }] of Object.entries(SPECIMENS))
      objects[resource] = (await create?.(app.pool, accountId)) ?? {};
    const askWell = async (role: Role, { id, method, path }: Row) => {
      const ids = objects[path.split('/')[1] ?? ''] ?? {};
      const filled = path.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? UNKNOWN_ID));
      const { query = {}, body } = GOOD[id] ?? {};
      return await app.asPerson(people[role])[method](filled).query(query).send(body);
    };
    const before = await contentsOf(app);
    for (const row of closed.filter((each) => !OWN_SIGN_IN.has(each.row))) {
      const { status, body } = await askWell('viewer', row);
      if (row.least !== 'viewer') expect(body.name, row.row).to.equal('view_only_member');
      else expect(status, `${row.row} ${JSON.stringify(body)}`).not.to.equal(403);
    }
    expect(await contentsOf(app)).to.deep.equal(before);
    // The comparison notices a change.
    const topic = TABLE.find(({ id }) => id === 'createTopic') ?? expect.fail('There is no createTopic.');
    expect((await askWell('member', topic)).status).to.equal(201);
    expect(await contentsOf(app)).not.to.deep.equal(before);
  });
});
