// Ids are UUID v7 in the order of their creation, for any jumps of the clock, and the bounds of partitions match them.
import { expect } from 'chai';
import {
  createIds,
  isLogId,
  isUuidV7,
  logIdLowerBound,
  uuidV7LowerBound,
} from '../../../../shared/platform/time/ids.ts';
import { createTestClock } from '../../../support/time/clock.ts';

const START = new Date('2026-11-20T12:00:00.000Z');
const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const instantOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Steps of a clock from a fixed seed (a linear congruential generator), so that a failure can be repeated. */
function* clockSteps(count: number): Generator<number> {
  let seed = 42;
  for (let index = 0; index < count; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    yield (seed % 21) - 10;
  }
}

describe('ids', () => {
  it('are canonical UUIDs of version 7 that contain the time of the clock', () => {
    const id = createIds(createTestClock(START)).next();
    expect(id).to.match(CANONICAL);
    expect(isUuidV7(id)).to.equal(true);
    expect(instantOf(id)).to.equal(START.getTime());
  });

  it('are ordered within one millisecond', () => {
    const ids = createIds(createTestClock(START));
    const made = Array.from({ length: 20_000 }, () => ids.next());
    expect(new Set(made).size).to.equal(made.length);
    expect(made).to.deep.equal([...made].sort());
    expect(made.every((id) => instantOf(id) === START.getTime())).to.equal(true);
  });

  it('still increase when the clock runs backwards', () => {
    const clock = createTestClock(START);
    const ids = createIds(clock);
    const before = ids.next();
    clock.advance(-3_600_000);
    const after = ids.next();
    expect(after > before).to.equal(true);
    expect(instantOf(after)).to.equal(START.getTime());
  });

  it('contain the time of the clock again after it has caught up', () => {
    const clock = createTestClock(START);
    const ids = createIds(clock);
    ids.next();
    clock.advance(-5);
    ids.next();
    clock.advance(6);
    expect(instantOf(ids.next())).to.equal(START.getTime() + 1);
  });

  it('increase for any steps of the clock', () => {
    const clock = createTestClock(START);
    const ids = createIds(clock);
    let last = ids.next();
    for (const step of clockSteps(20_000)) {
      clock.advance(step);
      const next = ids.next();
      if (next <= last) expect.fail(`${next} came after ${last}`);
      last = next;
    }
  });

  it('of two generators at the same time differ', () => {
    const clock = createTestClock(START);
    const makers = Array.from({ length: 500 }, () => createIds(clock));
    expect(new Set(makers.map((ids) => ids.next())).size).to.equal(makers.length);
  });
});

describe('isUuidV7', () => {
  it('accepts upper case', () => {
    expect(isUuidV7('019A0E8C-7B3A-7000-8000-0123456789AB')).to.equal(true);
  });

  it('refuses any other text', () => {
    // biome-ignore format: a table.
    const others = [
      '', 'latest', '019a0e8c7b3a700080000123456789ab', '019a0e8c-7b3a-4000-8000-0123456789ab',
      '019a0e8c-7b3a-7000-c000-0123456789ab', '00000000-0000-0000-0000-000000000000',
      ' 019a0e8c-7b3a-7000-8000-0123456789ab', '019a0e8c-7b3a-7000-8000-0123456789ab\n',
      '019a0e8c-7b3a-7000-8000-0123456789a',
    ];
    for (const text of others) expect(isUuidV7(text), text).to.equal(false);
  });
});

describe('the lower bound of an instant', () => {
  it('is as expected for a known time', () => {
    const bound = uuidV7LowerBound(new Date('2026-12-01T00:00:00.000Z'));
    expect(bound).to.equal('01a22ee6-b000-7000-8000-000000000000');
    expect(isUuidV7(bound)).to.equal(true);
  });

  it('separates the ids before a time from those at that time', () => {
    const clock = createTestClock(START);
    for (const step of clockSteps(1_000)) {
      clock.advance(step * 86_400_000);
      const bound = uuidV7LowerBound(clock.now());
      const at = createIds(clock).next();
      clock.advance(-1);
      const before = createIds(clock).next();
      clock.advance(1);
      if (!(before < bound && bound <= at)) expect.fail(`${before} < ${bound} <= ${at}`);
    }
  });
});

describe('the id of a log', () => {
  for (const id of ['0', '1', '1867000000000000000', '9223372036854775807']) {
    it(`may be ${id}`, () => {
      expect(isLogId(id)).to.equal(true);
    });
  }

  for (const id of ['', ' 1', '-1', '+1', '1.0', '1e3', '0x1', '9223372036854775808', '9'.repeat(20), '١']) {
    it(`is not "${id}"`, () => {
      expect(isLogId(id)).to.equal(false);
    });
  }

  it('begins with the millisecond', () => {
    const instant = new Date('2026-12-01T00:00:00.001Z');
    expect(logIdLowerBound(instant)).to.equal(String(BigInt(instant.getTime()) * 1_048_576n));
    expect(isLogId(logIdLowerBound(new Date('2247-12-31T23:59:59.999Z')))).to.equal(true);
  });
});
