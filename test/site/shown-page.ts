// Reads a page of the API reference as a reader does: the parts by their anchors, and what is in each.
import { Parser } from 'htmlparser2';

/** What a page shows, by anchors of headings. */
export interface ShownPage {
  /** The request of an operation; the names in its parts and in objects: parameters, fields, statuses, errors. */
  parts: ReadonlyMap<string, string[]>;
  /** All text, tables and code left out. */
  texts: ReadonlyMap<string, string>;
  /** The cells of each row of a table. */
  rows: ReadonlyMap<string, string[][]>;
  /** Labels of the code. */
  labels: ReadonlyMap<string, string[]>;
}

/** @param html the content of the page */
export function shownPage(html: string): ShownPage {
  const page = {
    texts: new Map<string, string>(),
    rows: new Map<string, string[][]>(),
    labels: new Map<string, string[]>(),
  };
  const codes = new Map<string, string[]>();
  const open = new Set<string>();
  let anchor = '';
  const parser = new Parser({
    onopentag(name, { id, 'data-label': label }) {
      open.add(name);
      if (/^h[23]$/.test(name) && id !== undefined) {
        anchor = id;
        page.texts.set(anchor, '');
      }
      if (name === 'figure' && label !== undefined) add(page.labels, anchor, label);
      if (name === 'code' && isProse(open)) add(codes, anchor, '');
      if (name === 'tr' && open.has('tbody')) add(page.rows, anchor, []);
      if (name === 'td') page.rows.get(anchor)?.at(-1)?.push('');
    },
    ontext(text) {
      if (open.has('td')) extend(page.rows.get(anchor)?.at(-1), text);
      if (open.has('figure') || open.has('table')) return;
      page.texts.set(anchor, `${page.texts.get(anchor) ?? ''}${text}`);
      if (open.has('code') && isProse(open)) extend(codes.get(anchor), text);
    },
    onclosetag: (name) => open.delete(name),
  });
  parser.end(html);
  const shown = [...page.texts.keys()].filter((part) => part !== '' && !part.endsWith('-rules'));
  const namesOf = (part: string) => namesShown(part, page.rows.get(part) ?? [], codes.get(part) ?? []);
  return { parts: new Map(shown.map((part) => [part, namesOf(part)])), ...page };
}

/** Neither in a heading nor in a table or a block of code. */
function isProse(open: ReadonlySet<string>): boolean {
  return !['h2', 'h3', 'table', 'figure'].some((name) => open.has(name));
}

function extend(texts: string[] | undefined, text: string): void {
  texts?.push(`${texts.pop() ?? ''}${text}`);
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

function namesShown(part: string, rows: readonly string[][], codes: readonly string[]): string[] {
  if (part.endsWith('-parameters')) return rows.map(([name, place]) => `${name} ${place}`).sort();
  const fields = rows.map(([name = '']) => name);
  if (part.endsWith('-answer')) return [...codes, ...fields].sort();
  if (part.endsWith('-errors')) return [...codes].sort();
  if (/-(?:body|form|object)$/.test(part)) return fields.sort();
  // The request comes first, then words about callers and commands.
  return codes.slice(0, 1);
}
