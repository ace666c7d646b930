// Random documents with links, well-formed and not, for the tests of what is tracked in them and of where their links
// lead.
import fc from 'fast-check';
import { Parser } from 'htmlparser2';

/** Closes everything that is open, so that the whole document is read. */
const ENDING = `"'>-->]]></script></style></title></textarea>end`;

// biome-ignore format: a table.
const target = fc.oneof(
  fc.tuple(
    fc.constantFrom('https://', 'HTTP://', ' https://', '\n http://', 'ht\ntps://', '//', 'https:', 'https:/', 'https:\\\\', 'ftp://', 'javascript:', 'mailto:', '', '#'),
    fc.constantFrom('shop.test', 'Shop.Test:8080', 'grüße.test', 'ana:p@shop.test', 'ü@grüße.test', '192.0.2.1', '[::1]', 'a b', '%41.test', 'xn--a', 'shop.test:99999', '1.2.3', 'sh\top.test', ''),
    fc.array(
      fc.constantFrom('/', '/a', '?', '&amp;', '&', '&copy=1', '&#38;', '&#x26;b', '&notit;', '%0d%0a', '%', '#', 'ü', '😀', ' ', '\n', '\t', '"', "'", '<', '\\', '@', ':', '{', '{{{UNSUBSCRIBE_URL}}}', 'https://other.test/?a=b', '\u00a0', '\ud800', 'a'.repeat(700)),
      { maxLength: 6 },
    ).map((parts) => parts.join('')),
  ).map((parts) => parts.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `https://shop.test/${text}`),
);
/** Quotes and spaces of the value are right, where it has any. */
const value = target.chain((text) =>
  fc.constantFrom(
    `="${text.replaceAll('"', '&quot;')}"`,
    `='${text.replaceAll("'", '&#39;')}'`,
    ` = "${text.replaceAll('"', '%22')}"`,
    `=${text.replace(/[\s"'<>=`]/g, '') || 'x'} `,
    '',
  ),
);
// biome-ignore format: a table.
const tag = fc
  .tuple(
    fc.constantFrom('a', 'A', 'area', 'v:rect', 'v:roundrect', 'p', 'link', 'abbr', 'img'),
    fc.array(
      fc.oneof(
        value.map((text) => ` href${text}`),
        value.map((text) => ` HREF${text}`),
        value.map((text) => ` src${text}`),
        fc.constantFrom(' data-track="off"', ' data-track=on', ' clicktracking=off ', ' title="<a href=\'https://no.test/\'>"', ' x', '/', ' =">"', '\n'),
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom('>', ' >', '/>', '', '>'),
  )
  .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}`);
// biome-ignore format: a table.
const piece = fc.oneof(
  { weight: 3, arbitrary: tag },
  fc.constantFrom(
    '<!doctype html>', '<html>', '<head>', '</head>', '<body>', '<body class="a>b">', '</body>', '</a>', '<p>', '</p>', '<b', '<style>', '</style>',
    '<script>', '</script>', '<title>', '</title>', '<textarea>', '</textarea>', '<svg>', '</svg>', '<!-- c -->', '<!--[if mso]>', '<![endif]-->',
    '<!--[if !mso]><!-->', '<!--<![endif]-->', '<![if !mso]>', '<!--', '-->', '<![CDATA[ x ]]>', '<?xml ?>', '<', '< b', '>', '"', "'", '=', ' ', '\r\n',
    '&amp;', '&lt;a href="https://no.test/"&gt;', 'é', '😀', 'href="https://no.test/"', '{{{UNSUBSCRIBE_URL}}}',
  ),
);
/** Without what the HTML standard and the library read differently (test/shared/mail/html/html-scanner.test.ts). */
export const linkedDocument = fc
  .array(piece, { maxLength: 14 })
  .map((pieces) => pieces.join('') + ENDING)
  .filter((html) => !/<!-?>|<\/[\s>]|<\/[a-z][^\s/>]*\//i.test(html));

/** The values of all links, as a browser reads them. */
export function hrefsOf(html: string): string[] {
  const hrefs: string[] = [];
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (/^(a|area|v:.*)$/.test(name) && href !== undefined) hrefs.push(href);
    },
  });
  parser.end(html);
  return hrefs;
}
