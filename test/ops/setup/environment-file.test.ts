// What `posthorn setup` writes into the environment file is what every reader of the file finds in it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { planConnections } from '../../../ops/setup/connections.ts';
import {
  addValues,
  quoteValue,
  readEnvironmentFile,
  writeEnvironmentFile,
} from '../../../ops/setup/environment-file.ts';
import { readExample } from '../../deploy/support/environment-example.ts';
import { parseEnvironment } from '../../deploy/support/units.ts';

const SECRETS = [
  'plain-1/2+3=',
  'with blank',
  'a$HOME#b',
  '#',
  '$',
  '"quoted"',
  'back\\slash\\n',
  '`id`',
  'grüße',
  '=',
  '!;&|<>()',
];

describe('The environment file of posthorn setup', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'posthorn-environment-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('has every secret as systemd, Node and the shell read it', async () => {
    const values = Object.fromEntries(
      SECRETS.map((secret, index) => [`VALUE_${'ABCDEFGHIJKLM'[index]}`, secret]),
    );
    const file = path.join(directory, 'etc/environment');
    await writeEnvironmentFile(file, addValues('# Mine\nOTHER=1', values));
    expect((await readEnvironmentFile(file)).values).to.deep.equal({ OTHER: '1', ...values });
    const print = 'process.stdout.write(JSON.stringify(process.env))';
    const seen = JSON.parse(
      execFileSync(process.execPath, [`--env-file=${file}`, '-e', print], { env: {}, encoding: 'utf8' }),
    );
    expect(seen).to.include(values);
    expect(parseEnvironment((await readEnvironmentFile(file)).text)).to.include(values);
    expect(readdirSync(path.dirname(file))).to.deep.equal(['environment']);
  });

  it('keeps each line that has a value, and fills those of deploy/env.example that have none', () => {
    const text = addValues(`${readExample()}\nMAIL_HOSTNAME=mx.example.com\n`, {
      SECRET_KEY: 'k$',
      ALERT_TO: 'ana@example.com',
    });
    const { SECRET_KEY, ALERT_TO, TRUST_PROXY, MAIL_HOSTNAME } = parseEnvironment(text);
    expect([SECRET_KEY, ALERT_TO, TRUST_PROXY, MAIL_HOSTNAME]).to.deep.equal([
      'k$',
      'ana@example.com',
      '1',
      'mx.example.com',
    ]);
    expect(text.match(/^SECRET_KEY=/gm)).to.have.length(1);
  });

  for (const value of ["it's", 'two\nlines', 'nul\0']) {
    it(`refuses ${JSON.stringify(value)}`, () => {
      expect(() => quoteValue(value, 'SMTP_URL')).to.throw("SMTP_URL cannot have a ' or a line break");
    });
  }
});

describe('The connections of posthorn setup', () => {
  const limits = { maxConnections: 100, onRedis: false, poolSize: undefined, mayRaise: false };
  const plans: [what: string, given: Partial<Parameters<typeof planConnections>[0]>, plan: object][] = [
    ['are enough on a large server', { maxConnections: 300 }, { kind: 'enough' }],
    ['are raised on a server for Posthorn alone', { mayRaise: true }, { kind: 'raise' }],
    ['are those of smaller pools where they fit', { onRedis: true }, { kind: 'smaller pools', poolSize: 5 }],
    ['are too few where no pool is small enough', {}, { kind: 'short', needed: 220 }],
    [
      'are not those of another pool where the operator has chosen',
      { onRedis: true, poolSize: 9 },
      { kind: 'short', needed: 142 },
    ],
  ];
  for (const [what, given, plan] of plans) {
    it(what, () => expect(planConnections({ ...limits, ...given })).to.deep.equal(plan));
  }
});
