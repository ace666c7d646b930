// Finds the lines of the search index (site/build/search-index.ts) that have all words of a question, the best ones first.
import type { SearchKind, SearchLine } from '../../shared/contract/site/search-line.ts';

/** How well a word is found in a line: in its title before elsewhere, at the beginning of a word before inside. */
const POINTS = { isTitle: 100, beginsTitle: 40, beginsWord: 20, inTitle: 8, inWords: 3 };
/** The whole question is how a request or a command is written. */
const POINTS_OF_CALL = 100;
/** Of lines that are found equally well: those that most people come for first. */
const POINTS_OF_KIND: Readonly<Record<SearchKind, number>> = {
  operation: 6,
  guide: 5,
  error: 4,
  page: 2,
  field: 1,
  rule: 0,
};

/** @param most how many */
export function findLines(lines: readonly SearchLine[], question: string, most: number): SearchLine[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return lines
    .map((line) => ({ line, points: pointsOf(line, words) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points || one.line[1].length - other.line[1].length)
    .slice(0, most)
    .map(({ line }) => line);
}

/** 0: a word is not found. */
function pointsOf([kind, title, path, words]: SearchLine, question: readonly string[]): number {
  const inTitle = title.toLowerCase();
  const elsewhere = `${words} ${path}`.toLowerCase();
  let sum = POINTS_OF_KIND[kind];
  if (kind === 'operation' && elsewhere.startsWith(`${question.join(' ')} `)) sum += POINTS_OF_CALL;
  for (const word of question) {
    const points = pointsOfWord(word, inTitle, elsewhere);
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

function pointsOfWord(word: string, title: string, others: string): number {
  if (title === word) return POINTS.isTitle;
  if (title.startsWith(word)) return POINTS.beginsTitle;
  if (beginsWord(title, word)) return POINTS.beginsWord;
  if (title.includes(word)) return POINTS.inTitle;
  return others.includes(word) ? POINTS.inWords : 0;
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (/[\s`_.:/()-]/.test(text[at - 1] ?? ' ')) return true;
  }
  return false;
}
