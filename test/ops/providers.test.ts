// The verbs for providers, the ways by which mail leaves, on a real database.
import { expect } from 'chai';
import { tripProviderSwitch } from '../../shared/resources/foundation/providers/switch.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { expectDone } from './run-ops.ts';
import { expectRefusedWith, OTHER_SECRET_KEY, useProviders } from './use-providers.ts';

describe('ops', () => {
  const { database, opsIn, ops, add, list, find, names, insertMail } = useProviders();

  describe('list-providers', () => {
    it('shows SMTP_URL as the default one, without a token that is user and password', async () => {
      const [only, ...others] = await list();
      expect(others).to.deep.equal([]);
      expect(only).to.include({
        object: 'provider',
        name: 'default',
        state: 'active',
        kind: 'generic',
        waiting: 0,
        url: 'smtp://***:***@smtp.default.dev',
        spf_include: 'include:spf.default.dev',
        delivery: 'accept',
        sent_last_hour: 0,
        has_feedback_key: false,
        failover: null,
        last_feedback_at: null,
      });
      expect((await list({ SMTP_URL: '', SMTP_DELIVERY: 'dsn' }))[0]).to.include({
        url: null,
        delivery: 'dsn',
      });
    });

    it('shows the mail that waits, what was sent, and the last refusal', async () => {
      await add('acme');
      await insertMail('acme', 2);
      await database.pool.query(
        `INSERT INTO destinations (provider, source, "window", version, sent, sent_hour, updated_at)
         VALUES ('via:acme', '', 20, 1, 7, date_trunc('hour', now()), now())`,
      );
      await tripProviderSwitch(database.pool, '535 No.', undefined, 'acme');
      expect(await find('acme')).to.include({
        state: 'refused',
        waiting: 2,
        sent_last_hour: 7,
        last_refusal: '535 No.',
      });
    });

    it('hides a URL that no key opens, and works without a key', async () => {
      await add('acme');
      const [, acme] = await list({ SECRET_KEY: OTHER_SECRET_KEY });
      expect(acme).to.include({ name: 'acme', url: null });
      expect((await list({ SECRET_KEY: '' }))[1]).to.include({ name: 'acme', url: null });
    });
  });

  describe('change-provider', () => {
    it('changes what is named, takes away what is none, and makes the mail due that waits', async () => {
      await add('acme', '--kind', 'mailgun', '--feedback-key', 'key-0123456789abcdef', '--per-day', '5');
      await insertMail('acme', 2);
      const changed = await ops('change-provider', 'acme', '--per-day', 'none', '--failover', 'default');
      expect(expectDone(changed)).to.include({
        kind: 'mailgun',
        per_day: null,
        failover: 'default',
        has_feedback_key: true,
        mail: 2,
      });
      const { rows } = await database.pool.query(
        `SELECT bool_and(destination IS NULL AND next_attempt_at < now() + interval '4 s') AS "areDue" FROM email_recipients`,
      );
      expect(rows).to.deep.equal([{ areDue: true }]);
    });

    it('has another URL probed at once', async () => {
      await add('acme');
      await tripProviderSwitch(database.pool, '535 No.', undefined, 'acme');
      expectDone(await ops('change-provider', 'acme', '--url', 'smtp://other.relay.dev'));
      const { rows } = await database.pool.query(
        `SELECT next_probe_at <= clock_timestamp() AS "isDue" FROM providers WHERE name = 'acme'`,
      );
      expect(rows).to.deep.equal([{ isDue: true }]);
    });

    it('changes the default one, but neither its URL nor, with SMTP_URL=mx:, to a relay', async () => {
      const args = ['default', '--kind', 'postmark', '--delivery', 'feedback', '--connections', '5'];
      expect(expectDone(await ops('change-provider', ...args))).to.include({
        kind: 'postmark',
        delivery: 'feedback',
        connections: 5,
      });
      expectRefusedWith(await ops('change-provider', 'default', '--url', 'smtp://relay.dev'), 'SMTP_URL', 1);
      expectRefusedWith(await ops('change-provider', 'default', '--kind', 'direct'), 'SMTP_URL=mx:', 1);
      expectRefusedWith(
        await ops('change-provider', 'default', '--spf-include', 'acme.dev'),
        'SPF_INCLUDE',
        1,
      );
      const direct = await opsIn({ SMTP_URL: 'mx:' }, 'change-provider', ...args);
      expectRefusedWith(direct, 'SMTP_URL is mx:', 1);
    });

    it('refuses what does not fit what stays, and to change nothing', async () => {
      await add(
        'acme',
        '--kind',
        'mailgun',
        '--feedback-key',
        'key-0123456789abcdef',
        '--delivery',
        'feedback',
      );
      const change = (...args: string[]) => ops('change-provider', 'acme', ...args);
      expectRefusedWith(await change('--kind', 'generic'), 'does not send feedback', 1);
      expectRefusedWith(await change('--kind', 'sendgrid'), 'Give the key for this kind, or none', 1);
      expectRefusedWith(await change('--url', 'mx:', '--delivery', 'none'), 'Give the key for this kind', 1);
      expectRefusedWith(await change('--failover', 'acme'), 'its own failover', 1);
      expectRefusedWith(await change(), 'Name an option');
      expectRefusedWith(await ops('change-provider', 'gone', '--per-day', '5'), 'list-providers', 1);
      expect(await find('acme')).to.include({ kind: 'mailgun', failover: null });
    });
  });

  describe('pause-provider and resume-provider', () => {
    it('pause with a reason, and resume with the mail that waits', async () => {
      await add('acme');
      expect(expectDone(await ops('pause-provider', 'acme', '--reason', 'Their bill.'))).to.include({
        state: 'paused',
        pause_reason: 'Their bill.',
      });
      await insertMail('acme', 3);
      expect(expectDone(await ops('resume-provider', 'acme'))).to.include({ state: 'active', mail: 3 });
      expectRefusedWith(await ops('pause-provider', 'acme'), '--reason is missing');
      expectRefusedWith(await ops('pause-provider', 'gone', '--reason', 'x'), 'list-providers', 1);
    });
  });

  describe('set-provider', () => {
    it('chooses for a domain, an account and lanes of these, replaces a choice and takes it back', async () => {
      await add('acme');
      const { id } = await createAccount(database.pool);
      const { name } = await createDomain(database.pool, id);
      const set = async (provider: string, ...args: string[]) =>
        expectDone(await ops('set-provider', provider, ...args));
      expect(await set('acme', '--domain', name)).to.include({ domain: name, account_id: id, lane: null });
      await set('default', '--domain', name, '--lane', 'campaign');
      await set('acme', '--domain', name, '--account', id, '--lane', 'campaign');
      await set('acme', '--account', id);
      await set('acme', '--lane', 'transactional');
      expect((await find('acme'))['chosen_for']).to.have.deep.members([
        { domain: name, account_id: id, lane: 'campaign' },
        { domain: name, account_id: id, lane: null },
        { domain: null, account_id: id, lane: null },
        { domain: null, account_id: null, lane: 'transactional' },
      ]);
      expect((await find('default'))['chosen_for']).to.deep.equal([]);
      expect(await set('none', '--account', id)).to.include({ provider: null });
      expect((await find('acme'))['chosen_for']).to.have.length(3);
    });

    it('makes mail due that waits for any provider', async () => {
      await add('acme');
      await insertMail('acme', 2);
      expect(expectDone(await ops('set-provider', 'default', '--lane', 'campaign'))).to.include({ mail: 2 });
    });

    it('refuses no mail, unknown names and lanes, and to take back what was not chosen', async () => {
      const { id } = await createAccount(database.pool);
      const refused = async (words: string, code: number, ...args: string[]) =>
        expectRefusedWith(await ops('set-provider', ...args), words, code);
      await refused('--domain, --account or --lane', 2, 'default');
      await refused('list-providers', 1, 'gone', '--account', id);
      await refused('The lane must be one of', 2, 'default', '--lane', 'bulk');
      await refused('There is no domain', 1, 'default', '--domain', 'unknown.dev');
      await refused('There is no account', 1, 'default', '--account', 'acme');
      await refused('No provider is chosen', 1, 'none', '--account', id);
    });
  });

  describe('remove-provider', () => {
    it('removes what is not in use, and only then', async () => {
      await add('acme');
      await add('other', '--failover', 'acme');
      await ops('set-provider', 'acme', '--lane', 'campaign');
      const remove = () => ops('remove-provider', 'acme');
      expectRefusedWith(await remove(), 'set-provider', 1);
      await ops('set-provider', 'none', '--lane', 'campaign');
      expectRefusedWith(await remove(), 'failover of other', 1);
      await ops('change-provider', 'other', '--failover', 'none');
      await insertMail('acme', 1);
      expectRefusedWith(await remove(), 'acme still has mail that waits for it', 1);
      await database.pool.query(`UPDATE email_recipients SET destination = NULL, provider = 'acme'`);
      expectRefusedWith(await remove(), 'acme still has mail that it will retry', 1);
      await database.pool.query('UPDATE email_recipients SET next_attempt_at = NULL');
      expectDone(await remove());
      expect(await names()).to.deep.equal(['default', 'other']);
      expectRefusedWith(await remove(), 'list-providers', 1);
      expectRefusedWith(await ops('remove-provider', 'default'), 'cannot be removed', 1);
    });
  });

  describe('provider-webhook', () => {
    it('prints one URL for each provider and key, and none for a kind without feedback', async () => {
      for (const name of ['one', 'two']) await add(name, '--kind', 'ses');
      const urlOf = async (name: string, changes: Record<string, string> = {}) =>
        String(expectDone(await opsIn(changes, 'provider-webhook', name))['url']);
      const first = await urlOf('one');
      expect(first).to.match(/^https:\/\/mail\.posthorn\.dev\/feedback\/one\/[0-9a-f]{32}$/);
      expect(await urlOf('one')).to.equal(first);
      const others = [await urlOf('two'), await urlOf('one', { SECRET_KEY: OTHER_SECRET_KEY })].map((url) =>
        url.slice(-32),
      );
      expect(new Set([first.slice(-32), ...others]).size).to.equal(3);
      expectRefusedWith(await ops('provider-webhook', 'default'), '--kind');
      expectRefusedWith(await ops('provider-webhook', 'gone'), 'list-providers', 1);
    });
  });
});
