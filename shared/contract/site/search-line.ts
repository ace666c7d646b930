// The index of the documentation's search, as the build writes it and the page reads it.

/** The target of a line. */
export type SearchKind = 'guide' | 'operation' | 'field' | 'error' | 'rule' | 'page';

/** Its kind, its title, its path (below PUBLIC_URL), and other words that find it and are shown with it. */
export type SearchLine = readonly [kind: SearchKind, title: string, path: string, words: string];

/** The index. */
export interface SearchIndex {
  lines: readonly SearchLine[];
  /** Term → the lines whose texts have it, each as its distance from the one before. */
  terms: Readonly<Record<string, readonly number[]>>;
}
