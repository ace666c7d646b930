// The verb that adds a provider: what is stored, and everything that is refused, on a real database.
import { expect } from 'chai';
import { createSecrets } from '../../shared/platform/security/secrets.ts';
import { providerUrlOwner } from '../../shared/resources/foundation/providers/provider.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { expectDone } from './run-ops.ts';
import { expectRefusedWith, publicKeyOf, URL_OF_RELAY, useProviders } from './use-providers.ts';

const P256 = publicKeyOf('prime256v1');

describe('ops add-provider', () => {
  const { database, opsIn, ops, add, find, names } = useProviders();
  it('stores the URL encrypted, and prints it without its password', async () => {
    const added = expectDone(
      await add(
        'acme',
        '--kind',
        'ses',
        '--spf-include',
        'amazonses.com',
        '--configuration-set',
        'set_1',
        '--per-day',
        '1000000000',
      ),
    );
    expect(added).to.include({
      name: 'acme',
      kind: 'ses',
      url: 'smtp://user:***@smtp.relay.dev:2525?tls=insecure',
      spf_include: 'include:amazonses.com',
      configuration_set: 'set_1',
      per_day: 1_000_000_000,
    });
    const { rows } = await database.pool.query<{ id: string; url: Buffer }>(
      `SELECT id, url FROM providers WHERE name = 'acme'`,
    );
    const [{ id, url }] = rows as [{ id: string; url: Buffer }];
    expect(createSecrets([TEST_SECRET_KEY]).decrypt(url, providerUrlOwner(id))).to.equal(URL_OF_RELAY);
    expect(JSON.stringify(expectDone(await ops('list-audit-events')))).not.to.include('p4ss');
  });

  it('takes mx: as direct delivery', async () => {
    expect(expectDone(await add('straight', '--url', 'mx:'))).to.include({ kind: 'direct', url: 'mx:' });
  });

  it('keeps the feedback key to itself', async () => {
    const added = await add('grid', '--kind', 'sendgrid', '--feedback-key', P256);
    expect(expectDone(added)).to.include({ has_feedback_key: true });
    expect(added.stdout).not.to.include(P256);
  });

  const refused: [what: string, args: string[], words: string][] = [
    ['a name with a capital', ['Acme'], 'name of a provider must have'],
    ['a name that means no provider', ['none'], 'name of a provider must have'],
    ['a name of 33 letters', ['a'.repeat(33)], 'name of a provider must have'],
    ['a URL with a line break', ['acme', '--url', `smtp://user:p4ss\n@relay.dev`], 'line break'],
    ['a URL with a blank', ['acme', '--url', `${URL_OF_RELAY}, ${URL_OF_RELAY}`], 'spaces'],
    ['an empty URL', ['acme', '--url', ''], 'spaces'],
    ['a URL of the web', ['acme', '--url', 'https://user:p4ss@relay.dev'], 'The URL must begin with smtp://'],
    ['a user without a password', ['acme', '--url', 'smtp://p4ss@relay.dev'], 'without a password'],
    ['an unknown kind', ['acme', '--kind', 'sparkpost'], 'must be one of generic, ses'],
    ['a limit of 0', ['acme', '--per-second', '0'], 'from 1 to 10000'],
    ['10^9 connections', ['acme', '--connections', '1000000000'], 'from 1 to 1000'],
    ['more than 10^9 mails a day', ['acme', '--per-day', '1000000001'], 'from 1 to 1000000000'],
    ['no SPF mechanisms', ['acme', '--spf-include', 'v=spf1 -all'], 'SPF mechanisms'],
    ['an unknown delivery', ['acme', '--delivery', 'later'], 'accept, dsn, feedback'],
    [
      'a configuration set with a blank',
      ['acme', '--kind', 'ses', '--configuration-set', 'a b'],
      '64 letters',
    ],
  ];
  for (const [what, args, words] of refused) {
    it(`refuses ${what}`, async () => {
      expectRefusedWith(await add(...(args as [string])), words);
      expect(await names()).to.deep.equal(['default']);
    });
  }

  const unfit: [what: string, args: string[], words: string][] = [
    ['mx: with another kind', ['--url', 'mx:', '--kind', 'ses'], 'belong together'],
    ['the kind direct with a relay', ['--kind', 'direct'], 'belong together'],
    ['limits of direct delivery', ['--url', 'mx:', '--connections', '5'], 'SHAPING_FILE'],
    ['reports of direct delivery', ['--url', 'mx:', '--delivery', 'dsn'], 'Leave out --delivery'],
    ['a configuration set of another kind', ['--configuration-set', 'x'], 'kind ses'],
    ['delivery by feedback of a generic one', ['--delivery', 'feedback'], 'does not send feedback'],
    ['itself as its failover', ['--failover', 'acme'], 'its own failover'],
    ['a failover that does not exist', ['--failover', 'gone'], 'no provider "gone"'],
    ['a feedback key of SES', ['--kind', 'ses', '--feedback-key', 'p4ss-of-the-other'], 'no feedback key'],
    ['a short signing key', ['--kind', 'mailgun', '--feedback-key', 'p4ss'], 'too short'],
    [
      'a key of another curve',
      ['--kind', 'sendgrid', '--feedback-key', publicKeyOf('secp384r1')],
      'verification key',
    ],
    ['a key that is none', ['--kind', 'sendgrid', '--feedback-key', 'p4ss+word=='], 'verification key'],
    [
      'a key in PEM',
      ['--kind', 'sendgrid', '--feedback-key', `BEGIN PUBLIC KEY\n${P256}`],
      'verification key',
    ],
  ];
  for (const [what, args, words] of unfit) {
    it(`refuses ${what}`, async () => {
      expectRefusedWith(await add('acme', ...args), words, 1);
      expect(await names()).to.deep.equal(['default']);
    });
  }

  it('refuses a second provider of a name, and keeps the first', async () => {
    await add('acme', '--per-day', '5');
    expectRefusedWith(await add('acme', '--per-day', '6'), 'change-provider', 1);
    expectRefusedWith(await add('default'), 'change-provider', 1);
    expect(await find('acme')).to.include({ per_day: 5 });
  });

  it('refuses to store a URL without SECRET_KEY', async () => {
    const args = ['add-provider', 'acme', '--url', URL_OF_RELAY];
    expectRefusedWith(await opsIn({ SECRET_KEY: '' }, ...args), 'SECRET_KEY', 78);
    expect(await names()).to.deep.equal(['default']);
  });
});
