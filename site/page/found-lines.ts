// Finds the lines of the search index (site/build/search-index.ts) that have all words of a question, the best ones first.

/** A line: what it is, its title, where it leads (below PUBLIC_URL), and other words by which it is found. */
export type IndexLine = readonly [kind: string, title: string, path: string, words: string];

/** How well a word is found in a line: in its title before elsewhere, at the beginning of a word before inside. */
const POINTS = { isTitle: 100, beginsTitle: 40, beginsWord: 20, inTitle: 8, inWords: 3 };
/** Of lines that are found equally well: those that most people come for first. */
const POINTS_OF_KIND: Readonly<Record<string, number>> = {
  operation: 6,
  guide: 5,
  error: 4,
  page: 2,
  field: 1,
};

/** @param most how many */
export function findLines(lines: readonly IndexLine[], question: string, most: number): IndexLine[] {
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
function pointsOf([kind, title, , others]: IndexLine, words: readonly string[]): number {
  const inTitle = title.toLowerCase();
  const elsewhere = others.toLowerCase();
  let sum = POINTS_OF_KIND[kind] ?? 0;
  for (const word of words) {
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
