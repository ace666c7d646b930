// The lines of a document: texts with their marks, line breaks and the places of values, in both parts of the email.
import type { DocumentSettings, Inline, Mark } from '../document/document.ts';
import { type Written, writePlace, writeText, writeUrl } from './escape.ts';

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const;
const CODE_STYLE = 'font-family:Courier New,Courier,monospace';

/** A line in both parts. */
export function writeLine(content: readonly Inline[] | undefined, settings: DocumentSettings): Written {
  const parts = groupByLink(content ?? []).map(({ href, nodes }) => writeLinked(href, nodes, settings));
  return join(parts);
}

/** All that one link holds, as one. */
function groupByLink(content: readonly Inline[]) {
  const groups: { href: string | undefined; nodes: Inline[] }[] = [];
  for (const node of content) {
    const href = node.marks?.find((mark) => mark.type === 'link')?.attrs.href;
    const last = groups.at(-1);
    if (last && last.href === href) last.nodes.push(node);
    else groups.push({ href, nodes: [node] });
  }
  return groups;
}

function writeLinked(
  href: string | undefined,
  nodes: readonly Inline[],
  settings: DocumentSettings,
): Written {
  const shown = join(nodes.map(writeInline));
  const url = href === undefined ? undefined : writeUrl(href);
  if (!url) return shown;
  const style = `color:${settings.accentColor};text-decoration:underline`;
  return {
    html: `<a href="${url.html}" target="_blank" style="${style}">${shown.html}</a>`,
    text: shown.text === url.text ? shown.text : `${shown.text} (${url.text})`,
  };
}

function writeInline(node: Inline): Written {
  if (node.type === 'hardBreak') return { html: '<br>', text: '\n' };
  const { html, text } =
    node.type === 'text' ? writeText(node.text) : writePlace(node.attrs.key, node.attrs.fallback);
  return { html: (node.marks ?? []).reduceRight(withMark, html), text };
}

function withMark(html: string, mark: Mark): string {
  if (mark.type === 'link') return html;
  if (mark.type === 'code') return `<code style="${CODE_STYLE}">${html}</code>`;
  return `<${TAGS[mark.type]}>${html}</${TAGS[mark.type]}>`;
}

function join(parts: readonly Written[]): Written {
  return { html: parts.map(({ html }) => html).join(''), text: parts.map(({ text }) => text).join('') };
}
