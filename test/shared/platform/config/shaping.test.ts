// SHAPING_FILE: its form, and everything that makes a process refuse it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../../../shared/platform/config/config.ts';
import { DATABASE_URL, refusalOf } from './refusal-of.ts';

describe('the configuration of mailbox providers', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'shaping-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** The variables, with a file of this content: a text, or what JSON makes of it. */
  const withFile = (content: unknown) => {
    const file = path.join(folder, 'shaping.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return { DATABASE_URL, SHAPING_FILE: file };
  };
  const refusal = (content: unknown) => refusalOf(withFile(content)).message;

  it('has no file, and 200 connections, unless one says otherwise', () => {
    expect(loadConfig({ DATABASE_URL, SHAPING_FILE: '' }).mx).to.include({ maxConnections: 200 });
    expect(loadConfig({ DATABASE_URL, SHAPING_FILE: '' }).mx.shaping).to.deep.equal([]);
    expect(loadConfig({ DATABASE_URL, MX_MAX_CONNECTIONS: '10000' }).mx.maxConnections).to.equal(10_000);
    for (const MX_MAX_CONNECTIONS of ['0', '10001', '1.5', 'many'])
      expect(refusalOf({ DATABASE_URL, MX_MAX_CONNECTIONS }).message).to.include(
        '"MX_MAX_CONNECTIONS" must be',
      );
  });

  it('takes of the file only what it names', () => {
    const rows = {
      google: { connections: 10 },
      mine: {
        mx: ['.mx.acme.dev'],
        mails_per_connection: 10_000,
        first_rate: null,
        max_rate: 100_000,
        tls: true,
      },
      qq: {},
    };
    expect(loadConfig(withFile(rows)).mx.shaping).to.deep.equal([
      { name: 'google', connections: 10 },
      {
        name: 'mine',
        mx: ['.mx.acme.dev'],
        mailsPerConnection: 10_000,
        firstRate: null,
        maxRate: 100_000,
        needsTls: true,
      },
      { name: 'qq' },
    ]);
    expect(loadConfig(withFile({})).mx.shaping).to.deep.equal([]);
  });

  const row = (values: object) => ({ google: values });
  for (const [problem, content] of [
    ['is wrong: value must be of type object', ''],
    ['is wrong: value must be of type object', '{google'],
    ['is wrong: value must be of type object', []],
    ['is wrong: value must be of type object', '"google"'],
    ['is wrong: google must be of type object', { google: 5 }],
    ['is wrong: Google is not allowed', { Google: { connections: 1 } }],
    ['is wrong: acme.dev is not allowed', { 'acme.dev': { connections: 1 } }],
    ['is wrong: {#x} is not allowed', { '{#x}': {} }],
    [`is wrong: ${'a'.repeat(65)} is not allowed`, { ['a'.repeat(65)]: {} }],
    ['is wrong: google.connection is not allowed', row({ connection: 1 })],
    ['is wrong: google.connections must be greater than or equal to 1', row({ connections: 0 })],
    ['is wrong: google.connections must be greater than or equal to 1', row({ connections: -1 })],
    ['is wrong: google.connections must be less than or equal to 1000', row({ connections: 1e9 })],
    ['is wrong: google.connections must be an integer', row({ connections: 1.5 })],
    ['is wrong: google.connections must be a number', row({ connections: '5' })],
    ['is wrong: google.connections must be a number', row({ connections: null })],
    [
      'is wrong: google.mails_per_connection must be less than or equal to 10000',
      row({ mails_per_connection: 1e9 }),
    ],
    ['is wrong: google.first_rate must be greater than or equal to 1', row({ first_rate: 0 })],
    ['is wrong: google.max_rate must be less than or equal to 100000', row({ max_rate: 1e9 })],
    ['is wrong: google.tls must be a boolean', row({ tls: 'yes' })],
    ['is wrong: google.mx must be an array', row({ mx: '.acme.dev' })],
    ['is wrong: google.mx must contain at least 1 items', row({ mx: [] })],
    ...['acme.dev', '.', '.Acme.dev', '..dev', '.acme.dev.', '.münchen.de', '.a b', `.${'a'.repeat(64)}`].map(
      (suffix) =>
        ['is wrong: google.mx[0] must be a suffix, such as .mx.acme.dev', row({ mx: [suffix] })] as const,
    ),
    ['has the suffix .acme.dev twice', { a: { mx: ['.acme.dev'] }, b: { mx: ['.b.dev', '.acme.dev'] } }],
    ['has the suffix .acme.dev twice', { a: { mx: ['.acme.dev', '.acme.dev'] } }],
    ['must be a file that can be read, of 1 MiB at most', `{}${' '.repeat(1024 * 1024)}`],
  ] as const)
    it(`refuses ${JSON.stringify(content).slice(0, 60)}`, () => {
      expect(refusal(content)).to.equal(`Configuration: "SHAPING_FILE" ${problem}.`);
    });

  it('refuses a file that is not there, and a folder, without its path', () => {
    for (const SHAPING_FILE of [path.join(folder, 'absent.json'), folder, '\0'])
      expect(refusalOf({ DATABASE_URL, SHAPING_FILE }).message).to.equal(
        'Configuration: "SHAPING_FILE" must be a file that can be read, of 1 MiB at most.',
      );
  });
});
