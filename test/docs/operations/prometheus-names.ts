// Extracts the names of metrics from a PromQL expression: everything except texts, labels, ranges, functions and
// keywords.

/** Keywords of PromQL that are followed by labels in parentheses. */
const GROUPING = /\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);

/** Each name once, in order of appearance. */
export function metricNamesOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(GROUPING, ' ');
  const names = [...bare.matchAll(/(?<![\w:.])[a-zA-Z_:][\w:]*(?![\w:]|\s*\()/g)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !WORDS.has(name.toLowerCase()));
}

/** The names under which the metrics of a scrape can be queried; a histogram has one name for each of its parts. */
export function exportedNamesOf(scrape: string): string[] {
  return [...scrape.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
  );
}
