// The text part of the email: what people read who see no html, with the URLs of links and buttons after their words.
import type { Block, DocumentSettings, ListBlock, Section } from '../document/document.ts';
import { writeImageUrl, writeText, writeUrl } from './escape.ts';
import { writeLine } from './inline.ts';

/** The text; null: the server makes it from the html, because the document has code of its own. */
export function writePlainText(content: readonly Section[], settings: DocumentSettings): string | null {
  const blocks = content.flatMap((section) =>
    section.type === 'columns' ? section.content.flatMap((column) => column.content) : [section],
  );
  if (blocks.some(({ type }) => type === 'html')) return null;
  return blocks
    .map((block) => textOf(block, settings))
    .filter((text) => text !== '')
    .join('\n\n');
}

function textOf(block: Block, settings: DocumentSettings): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return writeLine(block.content, settings).text;
    case 'bulletList':
    case 'orderedList':
      return textOfList(block, settings);
    case 'blockquote':
      return prefixed(block.content.map((each) => textOf(each, settings)).join('\n\n'), '> ', '> ');
    case 'button':
      return withUrl(writeLine(block.content, settings).text, writeUrl(block.attrs.url)?.text);
    case 'image':
      return writeImageUrl(block.attrs.url) ? writeText(block.attrs.alt).text : '';
    case 'poll':
      return '{{{POLL}}}';
    default:
      return '----';
  }
}

function textOfList(list: ListBlock, settings: DocumentSettings): string {
  const first = list.type === 'orderedList' ? (list.attrs?.start ?? 1) : undefined;
  const items = list.content.map(({ content }, index) => {
    const mark = first === undefined ? '- ' : `${first + index}. `;
    const text = content.map((each) => textOf(each, settings)).join('\n');
    return prefixed(text, mark, ' '.repeat(mark.length));
  });
  return items.join('\n');
}

function prefixed(text: string, first: string, others: string): string {
  return first + text.replaceAll('\n', `\n${others}`);
}

function withUrl(label: string, url: string | undefined): string {
  if (url === undefined) return label;
  return label === '' ? url : `${label}: ${url}`;
}
