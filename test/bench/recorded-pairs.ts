// Pairs of a program with itself (`npm run bench -- --against=HEAD --scenarios=single --mails=400 --warm-up=4000`), recorded on
// 2026-11-29 on a machine with 2 cores that did nothing else.
import type { CpuPair } from '../../bench/against/evaluate-pairs.ts';

/** What one cost to what the other cost. */
const MEASURED = [
  1.061, 0.9652, 1.0137, 0.9859, 1.0186, 0.9967, 0.9858, 0.9746, 0.9936, 1.0214, 0.9851, 1.0065, 1.0148,
  0.9902, 1.0168, 1.0121, 1.0425, 1.0046, 1.0268, 0.9632, 1.0042, 1.008, 0.9778, 1.0448, 1.0623, 0.9931,
  1.0471, 1.1039, 0.9876, 1.0177,
];

const luck = MEASURED.reduce((sum, ratio) => sum + Math.log(ratio), 0) / MEASURED.length;

/** The luck that 30 pairs had together (1.010) is taken out: both programs cost the same. */
export const RECORDED_PAIRS: readonly CpuPair[] = MEASURED.map((ratio) => ({
  own: ratio / Math.exp(luck),
  other: 1,
}));
