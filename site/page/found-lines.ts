// Finds the lines of the search index (site/build/search-index.ts) for a question, the best ones first: those with all of
// its words or their beginnings (where there are none, with words that are written almost so), and those with what people
// mean by it. It is loaded with the index, for the first search.
import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import { meaningsOf, termsOf, wordsOf } from '../../shared/contract/search/words.ts';
import type { SearchIndex, SearchKind, SearchLine } from '../../shared/contract/site/search-line.ts';

/** A line, and the title of its page if it is a section. */
export type FoundLine = readonly [line: SearchLine, page: string | undefined];

/** What is asked of an index. */
export interface ReadIndex {
  /** Finds lines, the best ones first. @param most how many */
  find(question: string, most: number): FoundLine[];
  /** For a reader who has found nothing. */
  guides: readonly FoundLine[];
}

/** What a term counts by its place. */
const WEIGHTS = { title: 5, page: 1.5, words: 1.5, text: 1 };
/** Ranks lines that are found equally well: those that most people look for are first. */
const WEIGHT_OF_KIND: Readonly<Record<SearchKind, number>> = {
  guide: 1.5,
  operation: 1.3,
  error: 1.2,
  page: 1.2,
  rule: 1.1,
  field: 1,
};
/** The whole question is a title; squared: the name of an operation, or how a request or a command is written. */
const EXACT = 4;
/** A page has many sections: more of one would hide the others. */
const OF_A_PAGE_MAX = 3;
/** A meaning counts less than a word that was said. */
const MEANT = 0.4;
const NEAR: SearchOptions = { fuzzy: (term) => (term.length > 4 ? 0.25 : false) };

/** Reads an index. */
export function readIndex({ lines, terms }: SearchIndex): ReadIndex {
  const texts: string[][] = lines.map(() => []);
  for (const [term, distances] of Object.entries(terms)) {
    let at = 0;
    for (const distance of distances) {
      at += distance;
      texts[at]?.push(term);
    }
  }
  const titles = new Map(lines.map(([, title, path]) => [path, title]));
  const pageOf = (path: string) => (path.includes('#') ? titles.get(path.split('#')[0] ?? '') : undefined);
  const index = new MiniSearch({
    fields: Object.keys(WEIGHTS),
    // The words of texts are terms already, and so are those that it is asked for.
    tokenize: (text, field) => (field === 'text' ? text.split(' ') : wordsOf(text)),
    processTerm: (term) => term,
    searchOptions: { boost: WEIGHTS, tokenize: (term) => [term] },
  });
  index.addAll(
    lines.map(([, title, path, words], id) => ({
      id,
      title,
      words: `${words} ${path.replaceAll('/', ' ')}`,
      page: pageOf(path) ?? '',
      text: texts[id]?.join(' '),
    })),
  );
  const find: ReadIndex['find'] = (question, most) => {
    const terms = termsOf(question).length > 0 ? termsOf(question) : wordsOf(question);
    const said = { queries: terms, combineWith: 'AND', prefix: true } satisfies Query;
    const near = index.search(said).length > 0 ? said : { ...said, ...NEAR };
    const meant = { queries: [...meaningsOf(question)], boostTerm: () => MEANT } satisfies Query;
    const boostDocument = (id: number) => weightOf(lines[id] as SearchLine, question.trim().toLowerCase());
    const found = index
      .search({ queries: [near, meant] }, { boostDocument })
      .map(({ id }) => lines[id] as SearchLine);
    return fewOfEachPage(found)
      .slice(0, most)
      .map((line) => [line, pageOf(line[2])]);
  };
  const guides = lines.filter(([kind, , path]) => kind === 'guide' && !path.includes('#'));
  return { find, guides: guides.map((line) => [line, undefined]) };
}

function weightOf([kind, title, path, words]: SearchLine, question: string): number {
  const isCall = question.includes(' ') && `${words.toLowerCase()} `.includes(`${question} `);
  if (kind === 'operation' && (isCall || path.endsWith(`#${question}`))) return EXACT ** 2;
  return WEIGHT_OF_KIND[kind] * (title.toLowerCase() === question ? EXACT : 1);
}

function fewOfEachPage(lines: readonly SearchLine[]): SearchLine[] {
  const counts = new Map<string, number>();
  return lines.filter(([kind, , path]) => {
    const page = `${kind} ${path.split('#')[0]}`;
    counts.set(page, (counts.get(page) ?? 0) + 1);
    return kind === 'operation' || (counts.get(page) ?? 0) <= OF_A_PAGE_MAX;
  });
}
