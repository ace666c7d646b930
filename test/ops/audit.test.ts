// The audit events of operators' verbs (docs/operations.md#operators-npm-run-ops): each verb that writes leaves one, those
// that read leave none. A new verb that writes is run here too.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { VERBS } from '../../ops/verbs.ts';
import { createAccessRequest } from '../../shared/resources/foundation/accounts/access-requests/create.ts';
import { createClaim } from '../shared/resources/messaging/domains/claims/contested-domains.ts';
import { useDatabase } from '../support/database/database.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import {
  createAccount,
  createApiKey,
  createDomain,
  createSuppression,
} from '../support/factories/factories.ts';
import { factoryIds } from '../support/factories/factory-ids.ts';
import { createMember, createPerson } from '../support/factories/people-factories.ts';
import { makePaused } from '../support/factories/reputation-factories.ts';
import { suspend } from '../support/factories/suspension-factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

/** Verbs whose name does not say that they read. */
const READING = new Set([
  'disk',
  'check',
  'domain-records',
  'test-provider',
  'provider-webhook',
  'verify-backup',
]);
/**
 * Verbs that are tested elsewhere: a new account below; a mail that a worker sends in send-test.test.ts; a copy in
 * backup.test.ts.
 */
const ELSEWHERE = new Set(['create-account', 'send-test', 'backup']);
const USE = { website: 'https://acme.dev', useCase: 'Receipts of our shop.', monthlyVolume: 20_000 };

/** A command, and what its event must say: the account, and the target if the result does not name it. */
interface Command {
  args: readonly string[];
  accountId?: string | null;
  targetId?: string | null;
}

describe('The audit events of ops', () => {
  const database = useDatabase();
  const environment = () => ({
    DATABASE_URL: database.url,
    DATA_DIR: '/nonexistent',
    SECRET_KEY: TEST_SECRET_KEY,
    PUBLIC_URL: 'https://posthorn.dev',
  });
  const ops = (...args: string[]) => runCommand(args, environment());
  const eventsOf = async () => {
    const { rows } = await database.pool.query(
      `SELECT account_id AS "accountId", actor_type AS actor, operation, outcome, target_id AS "targetId"
       FROM audit_events`,
    );
    return rows;
  };
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool, { productionAccess: false })).id;
    await database.pool.query('DELETE FROM audit_events');
  });

  it('are declared: verbs that only read leave none, all others do', () => {
    for (const [name, { audit }] of Object.entries(VERBS)) {
      const isReading = name.startsWith('list-') || READING.has(name);
      expect(audit === 'none', name).to.equal(isReading);
    }
  });

  const claim = async () => {
    const name = `${factoryIds.next()}.dev`;
    const owner = (await createAccount(database.pool)).id;
    await createDomain(database.pool, owner, { name, isVouched: true });
    const own = await createDomain(database.pool, accountId, { name, status: 'not_started' });
    return (await createClaim(database.pool, own, { status: 'blocked', blockedReason: 'operator' })).id;
  };
  const domain = async () => (await createDomain(database.pool, accountId, { status: 'pending' })).name;

  /** @param exists otherwise the command adds it */
  const provider = async (name: string, exists: boolean, ...options: string[]): Promise<Command> => {
    const url = ['--url', 'smtp://relay.acme.dev'];
    if (exists) expectDone(await ops('add-provider', name, ...url));
    await database.pool.query('DELETE FROM audit_events');
    return { args: [name, ...(exists ? options : url)], accountId: null, targetId: name };
  };

  /** Verb → a command that succeeds. */
  const writing: Record<string, () => Promise<Command> | Command> = {
    'set-plan': () => ({ args: [accountId, 'pro'], targetId: 'pro' }),
    'grant-production-access': async () => {
      const { id } = await createPerson(database.pool);
      const act = { accountId, actor: { type: 'person', id }, operation: 'x', now: new Date() } as const;
      const request = await createAccessRequest(
        { database: database.pool, ids: factoryIds },
        { act, use: USE },
      );
      await database.pool.query('DELETE FROM audit_events');
      return { args: [accountId], targetId: request.id };
    },
    'deny-production-access': async () => {
      await writing['grant-production-access']?.();
      return { args: [accountId] };
    },
    'revoke-production-access': () => ({ args: [accountId], targetId: null }),
    'confirm-address': () => ({ args: [accountId, 'bo@customer.dev'], targetId: 'bo@customer.dev' }),
    'invite-member': () => ({ args: [accountId, 'ana@acme.dev'] }),
    'add-domain': () => ({ args: [accountId, `${accountId}.dev`] }),
    'vouch-domain': async () => ({ args: [await domain()] }),
    'set-pool': async () => ({ args: [await domain(), 'vip'] }),
    'complete-claim': async () => ({ args: [await claim()] }),
    'reject-claim': async () => ({ args: [await claim()] }),
    'lift-reputation': async () => {
      const { id, name } = await createDomain(database.pool, accountId);
      await makePaused(database.pool, 'domains', id);
      return { args: [name], targetId: id };
    },
    'pause-domain': async () => ({ args: [await domain(), '--reason', 'Spam'] }),
    'resume-domain': async () => {
      const { id, name } = await createDomain(database.pool, accountId);
      await makePaused(database.pool, 'domains', id, { cause: { kind: 'operator', reason: 'Spam' } });
      return { args: [name], targetId: id };
    },
    'create-api-key': () => ({ args: [accountId, '--name', 'Deploys'] }),
    'revoke-api-key': async () => ({ args: [(await createApiKey(database.pool, { accountId })).id] }),
    'revoke-keys': async () => {
      const { id } = await createApiKey(database.pool, { accountId });
      return { args: [accountId], targetId: id };
    },
    'reset-password': async () => {
      const { email, personId } = await createMember(database.pool, { accountId });
      return { args: [email], targetId: personId };
    },
    'remove-second-factor': async () => {
      const { email, personId } = await createMember(database.pool, { accountId });
      await database.pool.query(`UPDATE people SET totp_secret = '\\x00' WHERE id = $1`, [personId]);
      return { args: [email], targetId: personId };
    },
    'end-sessions': async () => {
      const { email, personId } = await createMember(database.pool, { accountId });
      return { args: [email], targetId: personId };
    },
    'add-suppression': () => ({ args: [accountId, 'bo@customer.dev'] }),
    'remove-suppression': async () => {
      await createSuppression(database.pool, accountId, 'bo@customer.dev');
      return { args: [accountId, 'bo@customer.dev'] };
    },
    'pause-sending': () => ({ args: [], accountId: null, targetId: null }),
    'resume-sending': () => ({ args: [], accountId: null, targetId: null }),
    'suspend-account': async () => {
      const { id } = await createAccount(database.pool);
      return { args: [id], accountId: id };
    },
    'resume-account': async () => {
      await suspend(database.pool, accountId);
      return { args: [accountId] };
    },
    'delete-account': async () => {
      const { id } = await createAccount(database.pool, { name: 'Acme' });
      return { args: [id, '--confirm', 'Acme'], accountId: id, targetId: id };
    },
    'keep-account': async () => {
      const { id } = await createAccount(database.pool, { name: 'Acme' });
      expectDone(await ops('delete-account', id, '--confirm', 'Acme'));
      await database.pool.query('DELETE FROM audit_events');
      return { args: [id], accountId: id };
    },
    'add-provider': async () => await provider('added', false),
    'change-provider': async () => await provider('changed', true, '--per-day', '5'),
    'pause-provider': async () => await provider('paused', true, '--reason', 'Their bill'),
    'resume-provider': async () => await provider('resumed', true),
    'remove-provider': async () => await provider('removed', true),
    'set-provider': () => ({ args: ['default', '--account', accountId], targetId: 'default' }),
    'rest-destination': () => ({
      args: ['google', '--for', '1 hour', '--reason', 'They have called'],
      accountId: null,
      targetId: 'google',
    }),
    'resume-destination': async () => {
      expectDone(await ops('rest-destination', 'google', '--for', '1 hour', '--reason', 'x'));
      await database.pool.query('DELETE FROM audit_events');
      return { args: ['google'], accountId: null, targetId: 'google' };
    },
    'drain-queue': () => ({ args: ['send'], accountId: null, targetId: 'send' }),
    redrive: () => ({ args: ['send'], accountId: null, targetId: 'send' }),
    'rebuild-stats': () => ({ args: [], accountId: null, targetId: null }),
    're-encrypt': () => ({ args: [], accountId: null, targetId: null }),
  };

  for (const [name, { audit }] of Object.entries(VERBS)) {
    if (audit === 'none' || ELSEWHERE.has(name)) continue;
    it(`${name} leaves one event`, async () => {
      const prepare = writing[name] ?? expect.fail(`Add ${name} to the commands of this test.`);
      const { args, ...expected } = await prepare();
      const result = expectDone(await ops(name, ...args));
      expect(await eventsOf()).to.deep.equal([
        {
          accountId: expected.accountId === undefined ? accountId : expected.accountId,
          actor: 'operator',
          operation: `ops ${name}`,
          outcome: 'succeeded',
          targetId: expected.targetId === undefined ? result['id'] : expected.targetId,
        },
      ]);
    });
  }

  it('create-account leaves one event in the new account, also with an owner', async () => {
    for (const owner of [[], ['--owner', 'ana@acme.dev']]) {
      await database.pool.query('DELETE FROM audit_events');
      const { id } = expectDone(await ops('create-account', '--name', 'Acme', ...owner));
      const event = { accountId: id, actor: 'operator', outcome: 'succeeded', targetId: id };
      expect(await eventsOf()).to.deep.equal([{ ...event, operation: 'ops create-account' }]);
    }
  });

  it('verbs that read, and verbs that are refused, leave none', async () => {
    expectDone(await ops('list-accounts'));
    expectDone(await ops('list-audit-events'));
    expectRefused(await ops('set-plan', accountId, 'gold'), 1);
    expectRefused(await ops('confirm-address', accountId, 'bo'), 2);
    expectRefused(await ops('remove-suppression', accountId, 'bo@customer.dev'), 1);
    expectRefused(await ops('create-account', '--name', 'Acme', '--plan', 'gold'), 1);
    expect(await eventsOf()).to.deep.equal([]);
  });

  it('list-audit-events lists those of the service or of one account, the newest first', async () => {
    await ops('pause-sending');
    await ops('resume-sending');
    await ops('set-plan', accountId, 'pro');
    const operationsOf = async (...args: string[]) => {
      const { data } = expectDone(await ops('list-audit-events', ...args)) as {
        data: { operation: string }[];
      };
      return data.map(({ operation }) => operation);
    };
    expect(await operationsOf()).to.deep.equal(['ops set-plan', 'ops resume-sending', 'ops pause-sending']);
    expect(await operationsOf('--limit', '2')).to.deep.equal(['ops set-plan', 'ops resume-sending']);
    expect(await operationsOf('--account', accountId)).to.deep.equal(['ops set-plan']);
    const { data, has_more } = expectDone(await ops('list-audit-events', '--limit', '1')) as {
      data: object[];
      has_more: boolean;
    };
    expect(has_more).to.equal(true);
    expect(data[0]).to.deep.include({
      object: 'audit_event',
      account_id: accountId,
      actor: { type: 'operator', id: null, email: null, name: null },
      target_id: 'pro',
    });
    expectRefused(await ops('list-audit-events', '--account', 'acme'), 1);
  });
});
