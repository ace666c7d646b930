// The blocks of a document as rows of a table, which is what all mail clients lay out alike. Outlook for Windows draws with
// Word: a button is padded by narrow spaces that only it sees, as React Email does it, and a divider is a table of its
// own, as MJML makes it.
import { readableOn } from '../../../../../shared/contract/unsubscribe-page/contrast.ts';
import type {
  Block,
  ButtonBlock,
  DocumentFont,
  DocumentSettings,
  ImageBlock,
  ListBlock,
  ListItem,
  Prose,
  QuoteBlock,
  TextBlock,
} from '../document/document.ts';
import { withoutUnwritable, writeImageUrl, writeText, writeUrl } from './escape.ts';
import { writeLine } from './inline.ts';

/** Left and right of what a column holds, in px. */
const SIDE_PADDING = 24;
/** Stacks of fonts that mail clients have. */
const FONT_FAMILIES: Readonly<Record<DocumentFont, string>> = {
  arial: 'Arial,Helvetica,sans-serif',
  verdana: 'Verdana,Geneva,sans-serif',
  georgia: 'Georgia,Times,serif',
  courier: 'Courier New,Courier,monospace',
};
/** Level → px of the letters and of the line. */
const HEADINGS = { 1: [28, 34], 2: [22, 28], 3: [18, 26] } as const;
/** 20 px at each side and 24 px of height are what Outlook makes of these spaces and this raise. */
const BUTTON_BEFORE =
  '<!--[if mso]><i style="mso-font-width:500%;mso-text-raise:18" hidden>&#8202;&#8202;</i><![endif]-->';
const BUTTON_AFTER =
  '<!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8203;</i><![endif]-->';
const BUTTON_STYLE =
  'line-height:100%;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;padding:12px 20px;border-radius:6px;font-weight:bold';
const BUTTON_TEXT_STYLE =
  'max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px';
const DIVIDER_TABLE = 'align="center" border="0" cellpadding="0" cellspacing="0" role="presentation"';
/** How much of the text's colour a divider has. */
const DIVIDER_SHARE = 0.2;

/** A row of a column that is so many px wide; empty: nothing is shown. */
export function writeRow(block: Block, settings: DocumentSettings, columnWidth: number): string {
  const inner = writeBlock(block, settings, Math.floor(columnWidth) - 2 * SIDE_PADDING);
  if (inner === '') return '';
  const style = `padding:8px ${SIDE_PADDING}px;word-break:break-word;${fontStyle(settings)}`;
  return `<tr><td align="left" style="${style}">${inner}</td></tr>`;
}

function writeBlock(block: Block, settings: DocumentSettings, width: number): string {
  switch (block.type) {
    case 'blockquote':
      return writeQuote(block, settings);
    case 'button':
      return writeButton(block, settings);
    case 'image':
      return writeImage(block, width);
    case 'html':
      return withoutUnwritable(block.attrs.code);
    case 'horizontalRule':
      return writeDivider(settings, width);
    case 'poll':
      return '{{{POLL}}}';
    default:
      return writeProse(block, settings, '0');
  }
}

function writeProse(block: Prose, settings: DocumentSettings, margin: string): string {
  return isList(block) ? writeList(block, settings, margin) : writeTextBlock(block, settings, margin);
}

function isList(block: Prose): block is ListBlock {
  return block.type === 'bulletList' || block.type === 'orderedList';
}

function writeTextBlock(block: TextBlock, settings: DocumentSettings, margin: string): string {
  const { html } = writeLine(block.content, settings);
  // An empty line is as high as another one.
  const shown = html === '' ? '&nbsp;' : html;
  if (block.type === 'paragraph') return `<p style="margin:${margin}">${shown}</p>`;
  const { level } = block.attrs;
  const [size, line] = HEADINGS[level];
  return `<h${level} style="margin:${margin};font-size:${size}px;line-height:${line}px">${shown}</h${level}>`;
}

function writeList(list: ListBlock, settings: DocumentSettings, margin: string): string {
  const items = list.content.map((item) => writeItem(item, settings)).join('');
  const style = `margin:${margin};padding:0 0 0 24px`;
  if (list.type === 'bulletList') return `<ul style="${style}">${items}</ul>`;
  const { start = 1 } = list.attrs ?? {};
  return `<ol${start === 1 ? '' : ` start="${start}"`} style="${style}">${items}</ol>`;
}

function writeItem({ content }: ListItem, settings: DocumentSettings): string {
  return `<li>${content.map((block) => writeProse(block, settings, '0 0 4px')).join('')}</li>`;
}

function writeQuote({ content }: QuoteBlock, settings: DocumentSettings): string {
  const inner = content.map((block) => writeProse(block, settings, '0 0 4px')).join('');
  const line = `border-left:3px solid ${settings.accentColor};padding:0 0 0 16px;${fontStyle(settings)}`;
  return `<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%"><tr><td style="${line}">${inner}</td></tr></table>`;
}

function writeButton({ attrs, content }: ButtonBlock, settings: DocumentSettings): string {
  const url = writeUrl(attrs.url);
  const { accentColor } = settings;
  const style = `${BUTTON_STYLE};background-color:${accentColor};color:${readableOn(accentColor)}`;
  const label = writeLine(content, settings).html;
  const href = url ? ` href="${url.html}" target="_blank"` : '';
  return `<a${href} style="${style}"><span>${BUTTON_BEFORE}</span><span style="${BUTTON_TEXT_STYLE}">${label}</span><span>${BUTTON_AFTER}</span></a>`;
}

function writeImage({ attrs }: ImageBlock, width: number): string {
  const url = writeImageUrl(attrs.url);
  if (!url) return '';
  const shownWidth = Math.min(attrs.width ?? width, width);
  // Without a width of its own it fills a column that takes the whole phone, too.
  const most = attrs.width === null ? '' : `max-width:${shownWidth}px;`;
  const style = `display:block;border:0;outline:none;text-decoration:none;width:100%;${most}height:auto`;
  return `<img src="${url.html}" alt="${writeText(attrs.alt).html}" width="${shownWidth}" style="${style}">`;
}

function writeDivider({ textColor, backgroundColor }: DocumentSettings, width: number): string {
  const style = `border-top:solid 1px ${mix(textColor, backgroundColor)};font-size:1px;margin:0px auto;width`;
  const table = `<table ${DIVIDER_TABLE} style="${style}:${width}px" width="${width}px"><tr><td style="height:0;line-height:0;">&nbsp;</td></tr></table>`;
  return `<p style="${style}:100%"></p><!--[if mso | IE]>${table}<![endif]-->`;
}

/** Some clients do not take it over from one table into another. */
function fontStyle({ font, textColor }: DocumentSettings): string {
  return `font-family:${FONT_FAMILIES[font]};font-size:16px;line-height:24px;color:${textColor}`;
}

function mix(color: string, ground: string): string {
  const parts = [1, 3, 5].map((place) => {
    const [one = 0, other = 0] = [color, ground].map((each) =>
      Number.parseInt(each.slice(place, place + 2), 16),
    );
    return Math.round(one * DIVIDER_SHARE + other * (1 - DIVIDER_SHARE));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
