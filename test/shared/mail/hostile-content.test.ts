// Denial of service by hostile contents at the size limit of an email: each step of composing a message takes linear
// time, and memory that is a small multiple of its input. It is measured as CPU time in a process with a small heap, at
// the limit and at a tenth of it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';

const MAIN = new URL('support/hostile-content-main.ts', import.meta.url).pathname;
/** Four times the largest content in the memory of the engine, and Node itself. */
const HEAP_MEGABYTES = 96;
/** Buffers are outside of the heap: contents, their octets, results, and earlier runs until they are collected. */
const MEMORY_MEGABYTES = 600;
interface Measured {
  unit: string;
  step: string;
  tenthMs: number;
  limitMs: number;
  isLinear: boolean;
}

describe('Hostile contents at the size limit of an email', function () {
  this.timeout(600_000);
  let measured: Measured[];
  let maxRssKilobytes: number;
  before(async () => {
    const args = [`--max-old-space-size=${HEAP_MEGABYTES}`, '--import', 'tsx/esm', MAIN];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
    ({ measured, maxRssKilobytes } = JSON.parse(stdout));
  });

  it('take, in each step of composing, at most 15 times the CPU of a tenth of them', () => {
    const slowest = measured.toSorted((a, b) => b.limitMs - a.limitMs);
    if (process.env['TEST_FIGURES']) console.table(slowest.slice(0, 15));
    expect(slowest.length).to.be.above(100);
    expect(slowest.filter(({ isLinear }) => !isLinear)).to.deep.equal([]);
  });

  it(`take no more than ${HEAP_MEGABYTES} MB of heap, and ${MEMORY_MEGABYTES} MB with all buffers`, () => {
    if (process.env['TEST_FIGURES']) console.log({ maxRssKilobytes });
    expect(maxRssKilobytes / 1_024).to.be.below(MEMORY_MEGABYTES);
  });
});
