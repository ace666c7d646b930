// How many recipients the test of a campaign has.
import type { AbTest } from './ab-test.ts';

/** The size of the test group. @param sendable contacts of the audience that are not left out */
export function testSizeOf({ testPercent }: Pick<AbTest, 'testPercent'>, sendable: number): number {
  return Math.ceil((testPercent * sendable) / 100);
}

/** Why a group is too small, as a sentence: not every variant would be sent. */
export function findSizeFault({ variants }: Pick<AbTest, 'variants'>, testSize: number): string | undefined {
  if (testSize >= variants.length) return undefined;
  return `The test of the campaign has ${variants.length} variants, and only ${testSize} recipients.`;
}
