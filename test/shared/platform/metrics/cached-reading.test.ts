// Cached readings for metrics: the cache, the shared query of concurrent readers, and the timeout.
import { expect } from 'chai';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { createCachedReading } from '../../../../shared/platform/metrics/cached-reading.ts';
import { eventually } from '../../../support/time/eventually.ts';

const log = createLog({ level: 'silent', process: 'test' });
const times = { ttlMs: 60_000, timeoutMs: 50 };

describe('A reading for metrics', () => {
  it('makes one query for many scrapes while the value is cached', async () => {
    let asked = 0;
    const read = () => Promise.resolve(++asked);
    const reading = createCachedReading({ name: 'x', log, read, ...times });
    const together = await Promise.all([reading.latest(), reading.latest(), reading.latest()]);
    expect([...together, await reading.latest()]).to.deep.equal([1, 1, 1, 1]);
  });

  it('makes another query when the cached value has expired', async () => {
    let asked = 0;
    const read = () => Promise.resolve(++asked);
    const reading = createCachedReading({ name: 'x', log, read, ...times, ttlMs: 0 });
    expect([await reading.latest(), await reading.latest()]).to.deep.equal([1, 2]);
  });

  it('times out when the server does not answer, and makes no second query in the meantime', async () => {
    let asked = 0;
    let answer: (value: string) => void = () => {};
    const read = () => {
      asked += 1;
      return new Promise<string>((resolve) => {
        answer = resolve;
      });
    };
    const reading = createCachedReading({ name: 'x', log, read, ...times });
    expect([await reading.latest(), await reading.latest()]).to.deep.equal([undefined, undefined]);
    expect(asked).to.equal(1);
    answer('late');
    expect(await eventually('the late answer is cached', () => reading.latest())).to.equal('late');
    expect(asked).to.equal(1);
  });

  for (const [how, read] of [
    ['rejects', () => Promise.reject(new Error('away'))],
    [
      'throws',
      () => {
        throw new Error('away');
      },
    ],
  ] as const) {
    it(`is undefined when the query ${how}, and caches that too`, async () => {
      let asked = 0;
      const counting = () => {
        asked += 1;
        return read();
      };
      const reading = createCachedReading({ name: 'x', log, read: counting, ...times });
      expect([await reading.latest(), await reading.latest()]).to.deep.equal([undefined, undefined]);
      expect(asked).to.equal(1);
    });
  }
});
