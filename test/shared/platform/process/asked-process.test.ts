import { scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { expect } from 'chai';
import { AnswerTimeoutError, AskedProcess } from '../../../../shared/platform/process/asked-process.ts';
import type { KeyQuestion } from '../../../../shared/platform/security/scrypt-process.ts';
import { failureOf } from '../../../support/failure-of.ts';

const PROGRAM = new URL('../../../../shared/platform/security/scrypt-main.js', import.meta.url);
const CHEAP = { N: 16, r: 1, p: 1 };
/** The process starts within a tenth of a second. */
const TIME_LIMIT_MS = 4_000;

describe('A process that answers questions', () => {
  let asked: AskedProcess<KeyQuestion, Uint8Array>;
  beforeEach(() => {
    asked = new AskedProcess({
      program: PROGRAM,
      does: 'derives keys',
      timeLimitMs: TIME_LIMIT_MS,
      tries: 5,
    });
  });
  afterEach(() => asked.close());
  const ask = (password: string) =>
    asked.ask({ password, salt: Buffer.from('salt'), bytes: 16, options: CHEAP });
  const keyOf = (password: string) => new Uint8Array(scryptSync(password, 'salt', 16, CHEAP));

  it('is ended by a question that takes too long, and gives those after it the answers of their own', async () => {
    await ask('started');
    process.kill(asked.pid ?? expect.fail('It is not running.'), 'SIGSTOP');
    const warned = once(process, 'warning');
    expect(await failureOf(ask('long'))).to.be.instanceOf(AnswerTimeoutError);
    const others = ['a', 'b', 'c'].map((password) => ask(password));
    const [{ message }] = await warned;
    expect(message).to.equal(`The process that derives keys has ended: a question took ${TIME_LIMIT_MS} ms.`);
    const keys = (await Promise.all(others)).map((key) => new Uint8Array(key));
    expect(keys).to.deep.equal(['a', 'b', 'c'].map(keyOf));
  });

  it('rejects a question that cannot be copied, and answers the next ones', async () => {
    const copied = await failureOf(asked.ask({ password: () => 'no copy' } as never));
    expect(copied.message).to.match(/could not be cloned/);
    expect(new Uint8Array(await ask('a'))).to.deep.equal(keyOf('a'));
  });
});
