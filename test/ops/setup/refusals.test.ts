// What `posthorn setup` refuses before it changes anything, each with one sentence.
import { expect } from 'chai';
import { FLAGS, flagsWith, occupyPort, useSetupMachine } from './use-setup-machine.ts';

describe('posthorn setup refuses', function () {
  this.timeout(60_000);
  const trial = useSetupMachine();

  /** What is changed (or the flags that are) → the exit code and what is said. */
  const refused: [what: string, change: object | (() => unknown), code: number, said: RegExp][] = [
    ['an address without TLS', { 'public-url': 'http://mail.example.com' }, 2, /^The URL must be like/],
    [
      'an address without a name',
      { 'public-url': 'https://localhost' },
      2,
      /^"localhost" is not a public DNS name/,
    ],
    ['a domain that is none', { domain: 'example' }, 2, /^"example" is not a domain\.$/],
    ['an owner without an address', { owner: 'ana' }, 2, /^"ana" is not an email address\.$/],
    ['a quote', { 'smtp-url': "smtp://a:b'c@relay.example.com" }, 2, /^--smtp-url cannot have a '.*%27/],
    ['an SMTP URL cut by a #', { 'smtp-url': 'smtp://a:b#c@relay.example.com' }, 2, /^The URL is not a URL/],
    [
      'no answer',
      { 'database-url': 'postgres://a:hunter2@127.0.0.1:1/a' },
      2,
      /^The database cannot be reached/,
    ],
    ['missing flags', { domain: undefined, owner: undefined }, 2, /are missing: --domain, --owner\.$/],
    ['an unknown flag', { speed: 'x' }, 2, /^Unknown option '--speed'\.$/],
    ['an ordinary user', () => Object.assign(trial.machine, { isRoot: false }), 1, /Run it as root\.$/],
    ['a machine without units', () => trial.machine.unitDirectories.splice(0), 1, /has no posthorn\.target/],
    ['a machine without systemd', withoutSystemd, 1, /^systemd is not running here/],
    [
      'a role from elsewhere',
      () => trial.ask('CREATE ROLE posthorn'),
      1,
      /did not create\. Give --database-url\.$/,
    ],
    ['a machine without Postgres', () => postgresAnswers({ code: null }), 1, /^Postgres does not answer/],
    [
      'Postgres 14',
      () => postgresAnswers({ code: 0, stdout: '{"number":140010,"name":"14.10"}' }),
      1,
      /is 14\.10/,
    ],
  ];
  for (const [what, change, code, said] of refused) {
    it(`${what}, and changes nothing`, async () => {
      if (typeof change === 'function') await change();
      const result = await trial.machine.setUp(flagsWith(typeof change === 'function' ? {} : change));
      expect(result.code, result.said).to.equal(code);
      expect(result.said.replace(/^Checking.*\n/, '')).to.match(said);
      expect(result.said.replace(/^Checking.*\n/, '')).to.match(/^\S[^\n]*\.$/);
      expect(result.said).not.to.include('hunter2');
      expect(await trial.machine.readEnvironment().catch(() => 'none')).to.equal('none');
      expect(await trial.ask(`SELECT FROM pg_database WHERE datname = 'posthorn'`)).to.deep.equal([]);
    });
  }

  function withoutSystemd(): void {
    trial.systemctl = () => Promise.reject(new Error('System has not been booted with systemd'));
  }
  function postgresAnswers(answer: object): void {
    trial.answerAsPostgres(answer, 'each');
  }

  it('a port of web that another program has, and names it', async () => {
    const { port, server } = await occupyPort();
    await trial.prepare({ PORT: port });
    const { code, said } = await trial.machine.setUp(flagsWith());
    server.close();
    expect(code).to.equal(1);
    expect(said).to.match(/^Port \d+ is in use by node \(pid \d+\)\. Stop it, or set another PORT in /m);
    expect(await trial.machine.readEnvironment()).not.to.include('SECRET_KEY');
  });

  it('nothing where only help is wanted', async () => {
    const { code, said } = await trial.machine.setUp(['--help']);
    expect(code).to.equal(0);
    for (const flag of [...Object.keys(FLAGS), 'database-url', 'redis-url'])
      expect(said).to.include(`--${flag} <answer>`);
  });
});
