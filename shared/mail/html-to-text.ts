// The text of an html body, for readers and filters that want text/plain. It is on the path of nearly every mail, so
// it is written while the html is parsed, without a tree: html-to-text took as long as a third of a signature. The
// html comes from anybody: what it is given is bounded, and its time is linear in that, however it is nested. The
// text of a longer html ends early. The html itself is sent as it is.
import { Parser } from 'htmlparser2';
import { TextLines } from './text-lines.ts';

/** Mail clients cut a message at about 100 KB. */
const CONVERTED_MAX_LENGTH = 128 * 1024;

/** What nobody sees as text. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title', 'svg', 'object']);
/** Elements that stand on lines of their own. */
const LINES =
  'address article aside body dd div dt fieldset figcaption figure footer form header html li main nav section tr';
/** Elements with an empty line before and after them. */
const PARAGRAPHS = 'blockquote dl h1 h2 h3 h4 h5 h6 hr ol p pre table ul';
const LINE_BREAKS_AROUND: ReadonlyMap<string, number> = new Map([
  ...LINES.split(' ').map((name) => [name, 1] as const),
  ...PARAGRAPHS.split(' ').map((name) => [name, 2] as const),
]);
const RULE = '-'.repeat(40);

interface List {
  /** undefined: not numbered. */
  next: number | undefined;
}

/** The text of an html body; empty when it has none. */
export function htmlToText(html: string): string {
  const writer = new TextWriter();
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  });
  parser.end(html.slice(0, CONVERTED_MAX_LENGTH));
  return writer.end();
}

class TextWriter {
  readonly #lines = new TextLines();
  readonly #lists: List[] = [];
  readonly #links: { href: string; start: number }[] = [];
  #unseen = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (UNSEEN.has(name)) this.#unseen += 1;
    this.#lines.breakLine(this.#breaksAround(name));
    if (name === 'br') this.#lines.hardBreak();
    else if (name === 'hr') this.#lines.write(RULE);
    else if (name === 'td' || name === 'th') this.#lines.space();
    else if (name === 'a') this.#links.push({ href: attributes['href'] ?? '', start: this.#lines.length });
    else if (name === 'li') this.#lines.mark(this.#bullet());
    else if (name === 'pre') this.#lines.preformatted += 1;
    else if (name === 'blockquote') this.#lines.indent('> ');
    else if (name === 'ul' || name === 'ol') this.#openList(name, attributes['start']);
  }

  text(text: string): void {
    if (this.#unseen === 0) this.#lines.write(text);
  }

  close(name: string): void {
    if (UNSEEN.has(name)) this.#unseen -= 1;
    if (name === 'a') this.#closeLink();
    this.#lines.breakLine(this.#breaksAround(name));
    if (name === 'pre') this.#lines.preformatted -= 1;
    else if (name === 'blockquote') this.#lines.outdent();
    else if (name === 'ul' || name === 'ol') this.#closeList();
  }

  end(): string {
    return this.#lines.end();
  }

  /** A list within a list is part of an item. */
  #breaksAround(name: string): number {
    const isList = name === 'ul' || name === 'ol';
    return isList && this.#lists.length > 0 ? 1 : (LINE_BREAKS_AROUND.get(name) ?? 0);
  }

  #openList(name: string, start = '1'): void {
    const first = Number.parseInt(start, 10) || 1;
    if (this.#lists.length > 0) this.#lines.indent('   ');
    this.#lists.push({ next: name === 'ol' ? first : undefined });
  }

  #closeList(): void {
    this.#lists.pop();
    if (this.#lists.length > 0) this.#lines.outdent();
  }

  #bullet(): string {
    const list = this.#lists.at(-1);
    if (list?.next === undefined) return ' * ';
    list.next += 1;
    return ` ${list.next - 1}. `;
  }

  /** A target is told when the link does not show it, and leads out of the page. */
  #closeLink(): void {
    const { href = '', start = 0 } = this.#links.pop() ?? {};
    const target = href.trim().replace(/^mailto:/i, '');
    if (target === '' || target.startsWith('#')) return;
    const shown = this.#lines.since(start);
    if (shown !== target) this.#lines.write(shown === '' ? target : ` [${target}]`);
  }
}
