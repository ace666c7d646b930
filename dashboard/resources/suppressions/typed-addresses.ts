// What is typed or pasted to be suppressed: each address once, and what is not an address. Pure.
import { looksLikeAddress, splitAddresses } from '../../format/addresses.ts';

/** The most of one batch (docs/reference/suppressions.md#batches). */
export const BATCH_MAX = 1_000;

/** The addresses in a text. */
export interface TypedAddresses {
  /** Each once, in their order. */
  addresses: readonly string[];
  /** The parts that cannot be addresses. */
  odd: readonly string[];
}

/** Reads a text: addresses between commas, semicolons, spaces or line ends. A name is left out, its address stays. */
export function readAddresses(text: string): TypedAddresses {
  const entries = splitAddresses(text).flatMap((entry) => {
    const named = /<([^<>]*)>$/.exec(entry);
    return named ? [String(named[1]).trim()] : entry.split(/\s+/);
  });
  const seen = new Set<string>();
  const all = entries.filter((entry) => seen.size < seen.add(entry.toLowerCase()).size);
  return { addresses: all.filter(looksLikeAddress), odd: all.filter((entry) => !looksLikeAddress(entry)) };
}
