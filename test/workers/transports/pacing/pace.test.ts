// The pace of a destination: what opens it, what narrows it, and what is expected of it. Pure; times are given.
import { expect } from 'chai';
import fc from 'fast-check';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/platform/time/durations.ts';
import { DestinationPace } from '../../../../workers/transports/pacing/pace.ts';
import { makeProvider } from '../support/unstored-destinations.ts';

const openTo = (pace: DestinationPace, window: number) => {
  for (let mail = 0; pace.limit < window && mail < 10_000; mail += 1) pace.succeed();
};

describe('The window of a destination', () => {
  it('begins with one connection, and has one more after each full window of mails that were taken', () => {
    const pace = new DestinationPace(makeProvider({ connections: 4 }), 0);
    const limits: number[] = [];
    for (let mail = 0; mail < 8; mail += 1) {
      limits.push(pace.limit);
      pace.succeed();
    }
    expect(limits).to.deep.equal([1, 2, 2, 3, 3, 3, 4, 4]);
  });

  it('halves when it is asked for less, once for all mails that were on the way, and never below one', () => {
    const pace = new DestinationPace(makeProvider(), 0);
    openTo(pace, 12);
    expect(pace.narrow(5, 10)).to.equal(true);
    expect(pace.narrow(9, 11)).to.equal(false);
    expect(pace.limit).to.equal(6);
    for (let at = 20; at < 40; at += 1) pace.narrow(at, at);
    expect(pace.limit).to.equal(1);
  });

  it('goes on from one after a rest', () => {
    const pace = new DestinationPace(makeProvider(), 0);
    openTo(pace, 12);
    pace.beginAgain(0);
    expect(pace.limit).to.equal(1);
  });

  it('is divided by the processes of the group, and leaves each one connection', () => {
    const pace = new DestinationPace(makeProvider({ connections: 10 }), 0);
    pace.divide(1 / 4);
    openTo(pace, 3);
    for (let mail = 0; mail < 100; mail += 1) pace.succeed();
    expect(pace.limit).to.equal(2);
    pace.divide(1 / 50);
    expect(pace.limit).to.equal(1);
  });

  it('never exceeds the connections of its provider by the processes, whatever happens', () => {
    let processes = 1;
    const steps: Record<string, (pace: DestinationPace, value: number) => void> = {
      succeed: (pace) => pace.succeed(),
      narrow: (pace, value) => pace.narrow(value, value),
      adopt: (pace, value) => pace.adopt({ window: 1 + value, rate: null }),
      rest: (pace) => pace.beginAgain(0),
      divide(pace, value) {
        processes = 1 + (value % 40);
        pace.divide(1 / processes);
      },
    };
    const taken = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(2_000)));
    const property = fc.property(fc.integer({ min: 1, max: 50 }), taken, (connections, path) => {
      const pace = new DestinationPace(makeProvider({ connections }), 0);
      processes = 1;
      return path.every(([name, value]) => {
        steps[name]?.(pace, value);
        return pace.limit >= 1 && pace.limit <= Math.max(1, connections / processes);
      });
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});

describe('The rate of a destination', () => {
  /** Takes all that is allowed, each 100 ms. @returns mails in this time */
  const takeFor = (pace: DestinationPace, fromMs: number, forMs: number) => {
    let taken = 0;
    for (let at = fromMs; at < fromMs + forMs; at += 100) {
      const allowed = pace.allowed(at);
      pace.take(allowed, at);
      taken += allowed;
    }
    return taken;
  };

  it('allows as many mails a minute as it says, in bursts of a second at most', () => {
    const pace = new DestinationPace(makeProvider({ firstRate: 600 }), 0);
    expect(takeFor(pace, 0, MINUTE_MS)).to.be.within(595, 605);
    expect(pace.allowed(10 * MINUTE_MS)).to.equal(10);
  });

  it('is none for a provider without one, until it asks for less: then half of what it has taken in a minute', () => {
    const pace = new DestinationPace(makeProvider(), 0);
    expect(pace.allowed(0)).to.equal(Number.POSITIVE_INFINITY);
    pace.take(1_000, 1);
    pace.narrow(2, 3);
    expect(pace.pace.rate).to.equal(500);
  });

  it('stays as it is when only connections are refused', () => {
    const pace = new DestinationPace(makeProvider({ firstRate: 600 }), 0);
    openTo(pace, 4);
    pace.narrow(1, 1, true);
    expect(pace.pace).to.deep.equal({ window: 2, rate: 600 });
  });

  it('grows while it is used up, to the bound of the provider or until there is none', () => {
    const bounded = new DestinationPace(makeProvider({ firstRate: 60, maxRate: 65 }), 0);
    const free = new DestinationPace(makeProvider({ firstRate: 5_900 }), 0);
    for (let mail = 0; mail < 6_000; mail += 1) {
      bounded.succeed();
      free.succeed();
    }
    expect([bounded.pace.rate, free.pace.rate]).to.deep.equal([65, null]);
  });

  it('is never above the bound of the provider, and is divided as the window is', () => {
    const pace = new DestinationPace(makeProvider({ maxRate: 600 }), 0);
    pace.adopt({ window: 5, rate: 90_000 });
    pace.divide(1 / 2);
    expect(takeFor(pace, 0, MINUTE_MS)).to.be.within(295, 305);
  });
});

describe('What a destination takes in a second', () => {
  it('is what its rate allows, or its window in the time that mails take', () => {
    const pace = new DestinationPace(makeProvider({ connections: 10 }), 0);
    openTo(pace, 10);
    for (let mail = 0; mail < 100; mail += 1) pace.end(100, 0);
    expect(pace.perSecond(0, 0)).to.be.closeTo(100, 1);
    pace.narrow(1, 1);
    expect(pace.perSecond(0, 1)).to.be.closeTo(0.5, 0.01);
  });

  it('is little while it hangs', () => {
    const pace = new DestinationPace(makeProvider({ connections: 10 }), 0);
    for (let mail = 0; mail < 100; mail += 1) pace.end(100, 0);
    expect(pace.perSecond(1, 60 * SECOND_MS)).to.be.below(0.2);
  });
});
