// What the crash flows leave to chance: when a process or a server dies, and which requests are repeated or canceled late.
// `CRASH_SEED=<n>` repeats the draws of a run whose failure names n. How the processes then run into each other stays theirs.
import { createHash } from 'node:crypto';
import { CRASH_SEED, crashDrawing } from '../../support/extent.ts';
import { createRandom } from '../../support/random.ts';

/** @returns a whole number from `from` to below `below` */
export type Draw = (below: number, from?: number) => number;

/**
 * The draws of one purpose. What runs at the same time has purposes of its own: if it shared draws, their order would depend
 * on which comes first.
 */
export function crashDraws(purpose: string, seed = CRASH_SEED): Draw {
  crashDrawing.hasBegun = true;
  const random = createRandom(createHash('sha256').update(`${seed} ${purpose}`).digest().readUInt32BE());
  return (below, from = 0) => from + Math.floor(random() * (below - from));
}
