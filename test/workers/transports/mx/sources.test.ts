// The source of a mail, as properties over random sets of sources.
import { expect } from 'chai';
import type { MxSource } from '../../../../shared/platform/config/mx-settings.ts';
import { chooseSources, type SourceChoice } from '../../../../workers/transports/mx/sources.ts';
import { createRandom, pick } from '../../../support/random.ts';

const SETS = 200;
const IDS = Array.from({ length: 100 }, (_, index) => `mail-${index}`);
const POOLS = ['default', 'bulk', 'acme', 'other'];
const FAMILIES = ['v4', 'v6'] as const;
const LANES = ['transactional', 'campaign'] as const;

/** Up to 12 sources of random pools and both families. */
function randomSources(random: () => number): MxSource[] {
  return Array.from({ length: Math.floor(random() * 13) }, (_, number) => {
    const family = pick(random, [4, 6] as const);
    const address = family === 4 ? `203.0.113.${number}` : `2001:db8::${number}`;
    return { pool: pick(random, POOLS), address, family, hostname: `mx${number}.acme.dev` };
  });
}

/** What the chosen ones must be members of. */
function poolOf(sources: readonly MxSource[], { pool, lane }: SourceChoice): readonly MxSource[] {
  const of = (name: string | null) => sources.filter((source) => source.pool === name);
  if (of(pool).length > 0) return of(pool);
  if (lane === 'campaign' && of('bulk').length > 0) return of('bulk');
  return of('default').length > 0 ? of('default') : sources;
}

const addressesOf = ({ v4, v6 }: ReturnType<typeof chooseSources>) => [v4?.address, v6?.address];

describe('The sources of a mail', () => {
  const random = createRandom(82);
  const cases = Array.from({ length: SETS }, () => {
    const sources = randomSources(random);
    const choice = { pool: pick(random, [...POOLS, 'gone', null]), lane: pick(random, LANES) };
    return { sources, choice, members: poolOf(sources, { ...choice, id: '' }) };
  });

  it('are of the pool of its domain, else of its lane, else of default, else any: one of each family', () => {
    for (const { sources, choice, members } of cases) {
      for (const id of IDS) {
        const { v4, v6 } = chooseSources(sources, { ...choice, id });
        for (const [chosen, family] of [
          [v4, 4],
          [v6, 6],
        ] as const) {
          const candidates = members.filter((source) => source.family === family);
          if (candidates.length === 0) expect(chosen).to.equal(undefined);
          else expect(candidates).to.include(chosen);
        }
      }
    }
  });

  it('are the same at every try, in whatever order MX_SOURCES has them', () => {
    for (const { sources, choice } of cases) {
      const other = sources.toReversed();
      for (const id of IDS)
        expect(addressesOf(chooseSources(other, { ...choice, id }))).to.deep.equal(
          addressesOf(chooseSources(sources, { ...choice, id })),
        );
    }
  });

  it('change for the mail of a source that goes, and for no other', () => {
    for (const { sources, choice, members } of cases) {
      const [gone] = members;
      // The last one of a pool moves all of its mail to the next pool.
      if (!gone || members.length === 1) continue;
      const left = sources.filter((source) => source !== gone);
      for (const id of IDS) {
        const before = chooseSources(sources, { ...choice, id });
        const after = chooseSources(left, { ...choice, id });
        const moved = FAMILIES.filter((family) => before[family] !== after[family]);
        expect(moved.every((family) => before[family] === gone)).to.equal(true);
      }
    }
  });

  it('pass over those that the provider blocks while another one of the pool is free, and keep theirs otherwise', () => {
    for (const { sources, choice, members } of cases) {
      const blocked = new Set(sources.filter(() => random() < 0.5).map(({ address }) => address));
      const isBlocked = (address: string) => blocked.has(address);
      const free = members.filter(({ address }) => !isBlocked(address));
      for (const id of IDS) {
        const chosen = chooseSources(sources, { ...choice, id, lastSource: null, isBlocked });
        const ofAll = chooseSources(members, { ...choice, id });
        const ofFree = chooseSources(free, { ...choice, id });
        for (const family of FAMILIES) expect(chosen[family]).to.equal(ofFree[family] ?? ofAll[family]);
      }
    }
  });

  it('stay what they were in the last try of a mail, whatever is blocked, until they are no longer configured', () => {
    for (const { sources, choice } of cases) {
      const last = sources.at(-1);
      for (const id of IDS) {
        const first = chooseSources(sources, { ...choice, id });
        const tried = { ...choice, id, isBlocked: () => true };
        if (last) {
          const chosen = chooseSources(sources, { ...tried, lastSource: last.address });
          expect([chosen.v4, chosen.v6]).to.include(last);
        }
        expect(chooseSources(sources, { ...tried, lastSource: '192.0.2.99' })).to.deep.equal(first);
      }
    }
  });

  it('share the mail evenly', () => {
    const sources = [1, 2, 3, 4].map((number): MxSource => {
      return { pool: 'default', address: `203.0.113.${number}`, family: 4, hostname: 'mx.acme.dev' };
    });
    const counts = new Map<MxSource | undefined, number>();
    for (let mail = 0; mail < 4_000; mail += 1) {
      const { v4 } = chooseSources(sources, { pool: null, lane: 'transactional', id: `${mail}` });
      counts.set(v4, (counts.get(v4) ?? 0) + 1);
    }
    for (const source of sources) expect(counts.get(source)).to.be.within(850, 1_150);
  });

  it('are left to the system where there are none', () => {
    expect(chooseSources([], { pool: 'bulk', lane: 'campaign', id: 'x' })).to.deep.equal({});
  });
});
