// Background work of requests: it is tracked, and its failures are logged.
import { expect } from 'chai';
import { createBackground } from '../../../../shared/platform/lifecycle/background.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';

describe('background work', () => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ level: 'debug', process: 'test', destination });

  it('is awaited by settled, together with the work that it started', async () => {
    const background = createBackground(log);
    const done: string[] = [];
    background.start('first', async () => {
      await Promise.resolve();
      background.start('second', () => Promise.resolve().then(() => done.push('second')));
      done.push('first');
    });
    await background.settled();
    expect(done).to.deep.equal(['first', 'second']);
  });

  it('does not start twice for one key at the same time', async () => {
    const background = createBackground(log);
    let runs = 0;
    const work = () => Promise.resolve().then(() => (runs += 1));
    background.start('key', work);
    background.start('key', work);
    background.start('other', work);
    await background.settled();
    expect(runs).to.equal(2);
    background.start('key', work);
    await background.settled();
    expect(runs).to.equal(3);
  });

  for (const [what, work] of [
    ['rejects', () => Promise.reject(new Error('it failed'))],
    [
      'throws',
      () => {
        throw new Error('it failed');
      },
    ],
  ] as const) {
    it(`is logged and fails nothing else when it ${what}`, async () => {
      lines.length = 0;
      const background = createBackground(log);
      background.start('key', work);
      await background.settled();
      expect(lines).to.have.length(1);
      expect(lines[0]).to.deep.include({ work: 'key', msg: 'background work failed' });
      expect(lines[0]).to.have.nested.property('err.message', 'it failed');
    });
  }
});
