// A line of the index of the documentation's search, as the build writes it and the page reads it.

/** What a line leads to. */
export type SearchKind = 'guide' | 'operation' | 'field' | 'error' | 'rule' | 'page';

/** What it is, its title, where it leads (below PUBLIC_URL), and other words by which it is found. */
export type SearchLine = readonly [kind: SearchKind, title: string, path: string, words: string];
