// The verbs of `npm run ops` for the suppression list of an account, on a real database.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { webhookWork } from '../../shared/resources/foundation/webhooks/delivery/work.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount, createSuppression, createWebhook } from '../support/factories/factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

/** A port on which no server listens. */
const NO_REDIS = 'redis://127.0.0.1:1/0';

describe('ops, of suppressions', () => {
  const database = useDatabase();
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });
  // The verbs need no queue: they work while its server is unavailable.
  const ops = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url, REDIS_URL: NO_REDIS });
  const addressesOf = async (...args: string[]) => {
    const { data } = expectDone(await ops('list-suppressions', accountId, ...args));
    return (data as { email: string }[]).map(({ email }) => email);
  };

  it('list-suppressions lists the entries of one account with their causes, the newest first', async () => {
    const cause = { origin: 'bounce', smtpReply: '550 5.1.1 no such user' } as const;
    const { id } = await createSuppression(database.pool, accountId, 'ana@x.dev', cause);
    await createSuppression(database.pool, accountId, 'bo@x.dev');
    await createSuppression(database.pool, (await createAccount(database.pool)).id, 'cy@x.dev');
    expect(await addressesOf()).to.deep.equal(['bo@x.dev', 'ana@x.dev']);
    const { data } = expectDone(await ops('list-suppressions', accountId, '--address', 'Ana@X.dev'));
    const [{ created_at, ...entry }] = data as [Record<string, unknown>];
    expect(created_at).to.be.a('string');
    expect(entry).to.deep.equal({
      object: 'suppression',
      id,
      account_id: accountId,
      email: 'ana@x.dev',
      origin: 'bounce',
      source_id: null,
      smtp_reply: '550 5.1.1 no such user',
    });
    expect(await addressesOf('--address', 'cy@x.dev')).to.deep.equal([]);
    const first = expectDone(await ops('list-suppressions', accountId, '--limit', '1'));
    expect([first['has_more'], (first['data'] as object[]).length]).to.deep.equal([true, 1]);
  });

  it('add-suppression adds an address, and leaves one that is on the list unchanged', async () => {
    const added = expectDone(await ops('add-suppression', accountId, 'Bo@x.dev'));
    expect(added).to.include({ object: 'suppression', email: 'bo@x.dev', origin: 'manual' });
    expect(expectDone(await ops('add-suppression', accountId, 'bo@X.dev'))).to.deep.equal(added);
    expect(await addressesOf()).to.deep.equal(['bo@x.dev']);
  });

  it('remove-suppression removes an address from the list of one account and of no other', async () => {
    const { id } = await createSuppression(database.pool, accountId, 'bo@x.dev', { origin: 'bounce' });
    const other = (await createAccount(database.pool)).id;
    await createSuppression(database.pool, other, 'bo@x.dev');
    const removed = expectDone(await ops('remove-suppression', accountId, 'Bo@x.dev'));
    expect(removed).to.include({ object: 'suppression', id, origin: 'bounce', deleted: true });
    expect(await addressesOf()).to.deep.equal([]);
    expect(expectDone(await ops('list-suppressions', other))['data']).to.have.length(1);
    const again = await ops('remove-suppression', accountId, 'Bo@x.dev');
    expect(expectRefused(again, 1)).to.equal('bo@x.dev is not on the suppression list.');
  });

  it('announces both changes to webhooks, whose messages the tick finds', async () => {
    const { id } = await createWebhook(database.pool, accountId, { events: ['suppression.*'] });
    for (const verb of ['add-suppression', 'remove-suppression'])
      expectDone(await ops(verb, accountId, 'bo@x.dev'));
    const { rows } = await database.pool.query(
      'SELECT type, state FROM webhook_messages WHERE webhook_id = $1 ORDER BY id',
      [id],
    );
    expect(rows).to.deep.equal([
      { type: 'suppression.added', state: 'pending' },
      { type: 'suppression.removed', state: 'pending' },
    ]);
    const due = await webhookWork.table.markDue(database.pool, createSystemClock().now(), 10);
    expect(due).to.deep.equal([id]);
  });

  for (const [args, code, sentence] of [
    [['list-suppressions', 'acme'], 1, 'There is no account acme.'],
    [['add-suppression', 'acme', 'bo@x.dev'], 1, 'There is no account acme.'],
    [['remove-suppression', 'acme', 'bo@x.dev'], 1, 'There is no account acme.'],
    [['add-suppression', 'acme', 'Bo <bo@x.dev>'], 2, '"Bo <bo@x.dev>" is not an email address.'],
    [['list-suppressions', 'acme', '--address', 'bo'], 2, '"bo" is not an email address.'],
    [['list-suppressions', 'acme', '--limit', '0'], 2, 'The limit must be a number from 1 to 1000.'],
    [['add-suppression', 'acme'], 2, '<address> is missing.'],
  ] as const) {
    it(`refuses ${args.join(' ')}`, async () => {
      expect(expectRefused(await ops(...args), code)).to.equal(sentence);
    });
  }
});
