import { expect } from 'chai';
import { ByteCache, type Weighed } from '../../../../shared/platform/sharing/byte-cache.ts';

const value = (bytes: number): Weighed => ({ bytes });

describe('A cache that is bounded in bytes', () => {
  it('drops what was not used for the longest time, by its bytes', () => {
    const a = value(10);
    const b = value(20);
    const c = value(30);
    const cache = new ByteCache(a.bytes + c.bytes);
    cache.set('a', a);
    cache.set('b', b);
    expect(cache.get('a')).to.equal(a);
    cache.set('c', c);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).to.deep.equal([a, undefined, c]);
    expect(cache.bytes).to.equal(a.bytes + c.bytes);
  });

  it('does not keep a value that is larger than the whole bound', () => {
    const small = value(10);
    const cache = new ByteCache(small.bytes);
    cache.set('small', small);
    cache.set('large', value(1_000));
    expect([cache.get('small'), cache.get('large')]).to.deep.equal([small, undefined]);
    cache.set('small', value(1_000));
    expect([cache.get('small'), cache.bytes]).to.deep.equal([undefined, 0]);
  });

  it('loads a value once for all who ask at the same time, and again after a failure', async () => {
    const cache = new ByteCache(10);
    const loaded = value(10);
    const loads = [() => Promise.reject(new Error('It cannot be loaded.')), () => Promise.resolve(loaded)];
    const load = () => (loads.shift() as () => Promise<Weighed>)();
    const failed = await Promise.allSettled([cache.getOrLoad('a', load), cache.getOrLoad('a', load)]);
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    const together = await Promise.all([cache.getOrLoad('a', load), cache.getOrLoad('a', load)]);
    expect([...together, await cache.getOrLoad('a', load)]).to.deep.equal([loaded, loaded, loaded]);
    expect(loads).to.deep.equal([]);
  });
});
