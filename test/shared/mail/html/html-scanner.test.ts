// The html scanner compared with the tokenizer of htmlparser2, on random combinations of tags, quotes and comments.
// Where the two differ by design (the scanner follows the HTML standard), the pieces here avoid the case.
import { expect } from 'chai';
import fc from 'fast-check';
import { QuoteType, Tokenizer } from 'htmlparser2';
import { scanHtml } from '../../../../shared/mail/html/html-scanner.ts';

const DOCUMENTS = 20_000;
/** Closes everything that is open, so that the whole document is reported. */
const ENDING = `"'>-->]]></script></style></title>end`;
const ATTRIBUTES = new Map([
  ['a', 'href'],
  ['ol', 'start'],
]);
const UNSEEN_RAW = new Set(['script', 'style', 'title']);

// biome-ignore format: a table.
const piece = fc.constantFrom(
  '<p>', '</p>', '<DIV class="a b">', '</div>', '<o:p>', '</O:P >', '<br/>', '<br />',
  '<img alt="a>b" src=x>',
  "<span style='a\"b'>", '</span\nx>', '<p =">">', '<p a = "b" c>', '<p a=>', '<p/a/b>', '<svg width=1/>',
  '<p',
  '<a href="https://x.test/?a=1&amp;b=2&copy=3">', "<a HREF='#top'>", '<a href = x title=">">', '<a href>',
  '<a',
  '<a x=1 href=y href=z>', '<a href=x/>', '<a/href="q">', '<ol start="3">', '<ol START=x>', '<ol x=y>',
  '<p x',
  '<style>', '</style>', '<script src="x">', '</SCRIPT >', '<script/>', '<title>', '</title>', '</titles>',
  '<!-- c > -->', '<!---->', '<!-->', '<!--->', '<!--', '<!doctype html>', '<?xml ?>', '<![CDATA[ x > ]]>',
  '<?',
  '<![if mso]>', '<!x', '</1>', '<', '<1', '< b', '>', '"', "'", '=', '/', ' ', '\n', '\t', '--', '-->',
  ']]>',
  '&amp;', '&nbsp;', '&lt', '&#32;', '&#x20AC;', '&notit;', '&', '&;', '\u00a0', 'é', '😀', 'words',
  'href="x"',
);

/**
 * Neither `<!>` nor `<!->` nor `</>`, with which the standard and the library differ, nor `</` before a space, nor a
 * slash in the name of a closing tag, whatever its other characters are.
 */
const document = fc
  .array(piece, { maxLength: 15 })
  .map((pieces) => pieces.join('') + ENDING)
  .filter((html) => !/<!-?>|<\/[\s>]|<\/[a-z][^\s/>]*\//i.test(html));

describe('the scanner of html', () => {
  it(`reads the same as htmlparser2, ${DOCUMENTS} times`, () => {
    fc.assert(
      fc.property(document, (html) => {
        expect(scan(html)).to.deep.equal(tokenize(html));
      }),
      { numRuns: DOCUMENTS },
    );
  });

  it('ignores tags, comments and declarations without an end, with everything after them', () => {
    // biome-ignore format: a table.
    const tags = ['<p', '<p ', '<p a', '<p a="b>c', '</p', '<!-- c >', '<!x', '<?x', '<![CDATA[ >'];
    for (const unfinished of tags)
      expect(scan(`one${unfinished}`), unfinished)
        .to.deep.include('one')
        .and.to.have.lengthOf.at.most(2);
  });

  it('reads empty and unusual tags as the HTML standard requires', () => {
    expect(scan('a<!>b<!->c</>d</ p>e</p/>f</')).to.deep.equal(['abcde', '</p>', 'f</']);
  });

  it('reads references in a text field, and no tags', () => {
    expect(scan('<textarea>a &amp; <b></textarea>c')).to.deep.equal([
      '<textarea>',
      'a & <b>',
      '</textarea>',
      'c',
    ]);
  });
});

/** The tokens as one list: each run of texts, and each tag with the attribute that is needed. */
class Seen {
  readonly list: string[] = [];
  #isText = false;

  text(text: string): void {
    if (this.#isText) this.list.push(`${this.list.pop()}${text}`);
    else this.list.push(text);
    this.#isText = true;
  }

  tag(name: string, attribute?: string): void {
    this.list.push(attribute === undefined ? `<${name}>` : `<${name} ${attribute}>`);
    this.#isText = false;
  }
}

function scan(html: string): string[] {
  const seen = new Seen();
  scanHtml(html, {
    onText: (text) => seen.text(text),
    onOpenTag: ({ name }, attribute) => seen.tag(name, attribute),
    onCloseTag: ({ name }) => seen.tag(`/${name}`),
  });
  return seen.list;
}

function tokenize(html: string): string[] {
  const seen = new Seen();
  const nothing = () => undefined;
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  let isInvisible = false;
  const text = (content: string) => {
    if (!isInvisible) seen.text(content);
  };
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const open = (isSelfClosed: boolean) => {
    seen.tag(name, attributes.get(ATTRIBUTES.get(name) ?? ''));
    isInvisible = UNSEEN_RAW.has(name) && !isSelfClosed;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (codePoint) => text(String.fromCodePoint(codePoint)),
      onopentagname: (start, end) => {
        name = nameAt(start, end);
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attribute = nameAt(start, end);
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint);
      },
      onattribend: (quote) => {
        if (!attributes.has(attribute)) attributes.set(attribute, quote === QuoteType.NoValue ? '' : value);
        value = '';
      },
      onopentagend: () => open(false),
      onselfclosingtag: () => open(true),
      onclosetag: (start, end) => {
        isInvisible = false;
        seen.tag(`/${nameAt(start, end)}`);
      },
      oncomment: nothing,
      oncdata: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return seen.list;
}
