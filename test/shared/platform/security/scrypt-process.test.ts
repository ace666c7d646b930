import { type ScryptOptions, scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { expect } from 'chai';
import { ScryptProcess } from '../../../../shared/platform/security/scrypt-process.ts';
import { failureOf } from '../../../support/failure-of.ts';

const PASSWORD = 'correct horse battery';
const SALT = Buffer.from('0123456789abcdef');
const NICE = 10;

describe('The process that derives keys', () => {
  let scryptProcess: ScryptProcess;
  beforeEach(() => {
    scryptProcess = new ScryptProcess();
  });
  afterEach(() => scryptProcess.close());

  const question = (options: ScryptOptions, password = PASSWORD) => ({
    password,
    salt: SALT,
    bytes: 32,
    options,
  });
  const derive = (...given: Parameters<typeof question>) => scryptProcess.derive(question(...given));
  const cheap = { N: 16, r: 1, p: 1 };
  /** Takes seconds, so that it ends by a signal alone. */
  const costly = { N: 2 ** 15, r: 8, p: 40, maxmem: 2 ** 26 };
  const pidOf = () => scryptProcess.pid ?? expect.fail('It is not running.');

  it('derives the keys of scrypt, also those that are asked for at the same time and in any script', async () => {
    expect(scryptProcess.pid, 'before the first key').to.equal(undefined);
    const passwords = ['', PASSWORD, 'пароль для alle', '😀'.repeat(100)];
    const keys = await Promise.all(passwords.map((password) => derive(cheap, password)));
    expect(keys).to.deep.equal(passwords.map((password) => scryptSync(password, SALT, 32, cheap)));
  });

  it('rejects what scrypt refuses, and derives the next key', async () => {
    const refused = failureOf(derive({ N: 3, r: 8, p: 1 }));
    expect(await derive(cheap)).to.have.length(32);
    expect((await refused).message).to.include('Invalid scrypt param');
  });

  it('has a lower priority', async () => {
    await derive(cheap);
    expect(getPriority(pidOf())).to.equal(Math.max(NICE, getPriority()));
  });

  it('is started again when it ends, also during a key, which is derived then, and the end is a warning', async () => {
    const warned = once(process, 'warning');
    const key = derive(cheap);
    const first = pidOf();
    process.kill(first, 'SIGKILL');
    expect(await key).to.deep.equal(scryptSync(PASSWORD, SALT, 32, cheap));
    const [{ message }] = await warned;
    expect(message).to.equal('The process that derives keys has ended: SIGKILL.');
    const second = pidOf();
    expect(second).not.to.equal(first);
    const again = once(process, 'warning');
    process.kill(second, 'SIGKILL');
    await again;
    expect(scryptProcess.pid, 'until the next key').to.equal(undefined);
    expect(await derive(cheap)).to.have.length(32);
  });

  it('rejects a key during which it has ended three times', async () => {
    let ends = 0;
    const kill = () => process.kill(pidOf(), 'SIGKILL');
    // A warning comes before the process is started again.
    const killNext = () => {
      ends += 1;
      if (ends < 3) setImmediate(kill);
    };
    process.on('warning', killNext);
    try {
      const failure = failureOf(derive(costly));
      kill();
      expect((await failure).message).to.include('has ended');
      expect(ends).to.equal(3);
    } finally {
      process.off('warning', killNext);
    }
  });

  it('ignores the signals that its process group receives, until its parent ends it', async () => {
    await derive(cheap);
    const pid = pidOf();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(pid, signal);
    expect(await derive(cheap)).to.have.length(32);
    expect(pidOf()).to.equal(pid);
    scryptProcess.close();
    expect((await failureOf(derive(cheap))).message).to.include('closed');
  });
});
