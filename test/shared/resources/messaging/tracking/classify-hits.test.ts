// Who has made a hit: clients as they were seen, and what machines do that people do not.
import { expect } from 'chai';
import {
  classifyHits,
  type KnownHit,
} from '../../../../../shared/resources/messaging/tracking/classification/classify-hits.ts';
import { SEEN_CLIENTS } from './clients.ts';

const SENT_AT = new Date('2026-11-20T10:00:00Z');
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const OTHER_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

/** @param id also says which hit it is in a failure. @param atMs after the sending */
function hit(id: string, atMs: number, changes: Partial<KnownHit> = {}): KnownHit {
  const client = { ipAddress: '192.0.2.1', userAgent: BROWSER, isPrefetch: false };
  return { id, link: null, at: new Date(SENT_AT.getTime() + atMs), ...client, ...changes };
}

const click = (id: string, atMs: number, link: string, changes: Partial<KnownHit> = {}) =>
  hit(id, atMs, { link, ...changes });

const classify = (hits: readonly KnownHit[], sentAt: Date | null = SENT_AT) =>
  Object.fromEntries(classifyHits(hits, sentAt));

describe('Judging hits', () => {
  for (const { who, userAgent, isPrefetch = false, machine } of SEEN_CLIENTS)
    it(`takes ${who} for ${machine ?? 'a person'}`, () => {
      const alone = hit('open', 3_600_000, { userAgent, isPrefetch });
      expect(classifyHits([alone], SENT_AT).get('open') ?? null).to.equal(machine);
    });

  it('takes what comes within two seconds of the sending for a scanner', () => {
    expect(classify([hit('early', 2_000)])).to.deep.equal({ early: 'scanner' });
    expect(classify([hit('late', 2_001)])).to.deep.equal({});
    expect(classify([hit('before', -500)])).to.deep.equal({ before: 'scanner' });
    expect(classify([hit('unsent', 60_000)], null)).to.deep.equal({ unsent: 'scanner' });
  });

  it('takes two different links within two seconds for a scanner, whichever client follows them', () => {
    const other = { ipAddress: '192.0.2.2', userAgent: OTHER_BROWSER };
    const two = [click('a', 60_000, 'https://a.dev'), click('b', 62_000, 'https://b.dev', other)];
    expect(classify(two)).to.deep.equal({ a: 'scanner', b: 'scanner' });
    const twice = [click('a', 60_000, 'https://a.dev'), click('b', 60_500, 'https://a.dev', other)];
    expect(classify(twice)).to.deep.equal({});
    const apart = [click('a', 60_000, 'https://a.dev'), click('b', 62_001, 'https://b.dev')];
    expect(classify(apart)).to.deep.equal({});
    // The first is near the third, although another click of its own link is between them.
    const three = [...twice, click('c', 61_900, 'https://b.dev', other)];
    expect(classify(three)).to.have.all.keys('a', 'b', 'c');
  });

  it('takes what the client of a scanner does within a minute for that scanner', () => {
    const hits = [
      hit('minute before', 0),
      hit('before', 40_000),
      click('a', 100_000, 'https://a.dev'),
      click('b', 100_900, 'https://b.dev'),
      hit('after', 160_900),
      hit('minute after', 160_901),
      hit('person', 110_000, { ipAddress: '192.0.2.2' }),
    ];
    expect(classify(hits)).to.deep.equal({
      'minute before': 'scanner',
      before: 'scanner',
      a: 'scanner',
      b: 'scanner',
      after: 'scanner',
    });
    expect(classify(hits.slice(1))).to.not.have.any.keys('minute before', 'minute after', 'person');
  });

  it('does not take a client for a scanner because a proxy at its address loads ahead', () => {
    const ahead = hit('ahead', 60_000, { userAgent: 'Mozilla/5.0' });
    expect(classify([ahead, hit('person', 61_000)])).to.deep.equal({ ahead: 'privacy_proxy' });
  });

  it('judges each hit as when it compares it with every other one', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const next = randomFrom(seed);
      const hits = Array.from({ length: 1 + next(14) }, (_, place) => {
        const client = { ipAddress: `192.0.2.${next(2)}`, userAgent: next(8) === 0 ? 'curl/8' : BROWSER };
        const link = next(3) === 0 ? null : `https://${next(3)}.dev`;
        return hit(String(place), 1_000 * next(90), { ...client, link });
      });
      expect(classify(hits), `seed ${seed}`).to.deep.equal(judgeSlowly(hits));
    }
  });
});

/** The rules again, as they are written down, without any thought of time. */
function judgeSlowly(hits: readonly KnownHit[]): Record<string, string> {
  const apart = (a: KnownHit, b: KnownHit) => Math.abs(a.at.getTime() - b.at.getTime());
  const isOne = (each: KnownHit) =>
    each.userAgent === 'curl/8' ||
    each.at.getTime() - SENT_AT.getTime() <= 2_000 ||
    (each.link !== null &&
      hits.some((other) => other.link !== null && other.link !== each.link && apart(other, each) <= 2_000));
  const isLikeOne = (each: KnownHit) =>
    hits.some(
      (other) =>
        isOne(other) &&
        other.ipAddress === each.ipAddress &&
        other.userAgent === each.userAgent &&
        apart(other, each) <= 60_000,
    );
  return Object.fromEntries(hits.filter(isLikeOne).map(({ id }) => [id, 'scanner']));
}

/** Numbers below a limit that look random and are the same in each run. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed * 7_919;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}
