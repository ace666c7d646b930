// How much crash flows, fuzzers, property tests and tests of plans do: a bounded amount in `npm test`, and more in
// `npm run test:long`, which selects its files by these calls (test/runner/select-files.ts).

/** Whether this is `npm run test:long`. */
export const IS_LONG = Boolean(process.env['TEST_LONG']);

/**
 * @param variable names the number in the environment, and goes before both
 * @param short in `npm test`: enough to find the fault that the test was written for
 * @param long in `npm run test:long`
 */
export function extent(variable: string, short: number, long: number): number {
  return Number(process.env[variable] ?? (IS_LONG ? long : short));
}

/**
 * The seed of everything random in a test; fast-check gets it in test/runner/place-main.ts. `npm run test:long` takes a
 * new one.
 */
export const SEED = Number(process.env['TEST_SEED'] ?? 20_261_123);

/** The seed of what the crash flows draw (test/flows/support/crash-draws.ts). */
export const CRASH_SEED = Number(process.env['CRASH_SEED'] ?? SEED);

/** Whether the present test file has drawn by it: then its failures name it (test/runner/place-main.ts). */
export const crashDrawing = { hasBegun: false };
