// The email of a document of the visual editor: what people wrote comes out as they wrote it, no URL runs code, and
// Outlook gets the tables that MJML gives it for the same layout. `mjml.json` has what MJML 4.18 made of the layouts, with
// `<mj-all padding="8px 24px"/>` and no padding of sections and columns: its source, and what only Outlook reads.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import {
  type Block,
  type Inline,
  newDocument,
  type WriteDocument,
} from '../../../dashboard/resources/templates/write/document/document.ts';
import { toEmail } from '../../../dashboard/resources/templates/write/to-email/to-email.ts';
import { CONTACT, declare, renderSource } from '../../shared/mail/templates/support/render-source.ts';
import { extent, SEED } from '../../support/extent.ts';
import { LAYOUTS } from './layouts.ts';
import { documents, HOSTILE_URLS, VALUES } from './random-documents.ts';

const RUNS = extent('WRITTEN_DOCUMENT_RUNS', 500, 20_000);
const MJML: Readonly<Record<string, { outlook: string }>> = JSON.parse(
  readFileSync(new URL('mjml.json', import.meta.url), 'utf8'),
);
const FOR_OUTLOOK = /<!--\[if mso \| IE\]>([\s\S]*?)<!\[endif\]-->/g;
/** What `Button` of @react-email/components 1.0.12 writes for `padding: '12px 20px'`, in its link. */
const PADDED_BUTTON =
  '<span><!--[if mso]><i style="mso-font-width:500%;mso-text-raise:18" hidden>&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px">Go</span><span><!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8203;</i><![endif]--></span>';
/** Nothing else of what is written leads anywhere. */
const LEADS_TO = /^(?:https?:\/\/[^/]|mailto:|tel:)/;

const written = (...content: Block[]): WriteDocument => ({ ...newDocument(), content });
const paragraph = (...content: Inline[]): Block => ({ type: 'paragraph', content });
const text = (value: string): Inline => ({ type: 'text', text: value });
const link = (href: string): Inline => ({
  type: 'text',
  text: 'here',
  marks: [{ type: 'link', attrs: { href } }],
});

/** Both parts, as they are sent. @throws what the engine finds wrong with them */
function render(document: WriteDocument) {
  const values = { variables: VALUES, contact: CONTACT };
  return renderSource(
    toEmail(document),
    values,
    Object.keys(VALUES).map((key) => declare(key)),
  );
}

/** What one sees and follows of html. */
function read(html: string) {
  const found = { text: '', urls: [] as string[], attributes: [] as string[], elements: [] as string[] };
  const parser = new Parser({
    onopentag(name, attributes) {
      found.elements.push(name);
      found.attributes.push(...Object.keys(attributes));
      found.urls.push(...['href', 'src'].flatMap((each) => attributes[each] ?? []));
    },
    ontext: (data) => {
      found.text += data;
    },
  });
  parser.end(html.slice(html.indexOf('<body')));
  return found;
}

/** The tables that only Outlook reads, each tag with its attributes in one order, without classes and colours. */
function tablesOf(html: string): string[] {
  const tables = [...html.matchAll(FOR_OUTLOOK)].map(([, inner]) => inner).join('');
  return [...tables.matchAll(/<(\/?\w+)([^>]*)>/g)].map(([, tag, attributes = '']) => {
    const pairs = [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value = '']) => [
      name,
      value.replace(/;$/, '').replace(/#\w{6}/, 'colour'),
    ]);
    return [
      tag,
      ...pairs
        .filter(([name]) => name !== 'class')
        .map((pair) => pair.join('='))
        .sort(),
    ].join(' ');
  });
}

describe('The email of a document', () => {
  it('has the tables for Outlook that MJML makes for the same layout', () => {
    expect(Object.keys(MJML)).to.deep.equal(Object.keys(LAYOUTS)).and.have.length(20);
    for (const [name, document] of Object.entries(LAYOUTS)) {
      const expected = tablesOf(`<!--[if mso | IE]>${MJML[name]?.outlook}<![endif]-->`);
      expect(expected, name).to.have.length.above(5);
      expect(tablesOf(toEmail(document).html), name).to.deep.equal(expected);
    }
  });

  it('has a button that is padded as React Email pads it', () => {
    const { html } = toEmail(
      written({
        type: 'button',
        attrs: { url: 'https://acme.dev' },
        content: [{ type: 'text', text: 'Go' }],
      }),
    );
    expect(html.match(/<span.*<\/span>/)?.[0]).to.equal(PADDED_BUTTON);
  });

  it('shows what people wrote, in both parts, whatever they wrote, and runs no code', () => {
    const same = fc.property(documents, (document) => {
      const { html, text: plain } = render(document);
      const shown = read(html ?? '');
      expect(shown.urls.filter((url) => !LEADS_TO.test(url))).to.deep.equal([]);
      expect(shown.attributes.filter((name) => name.startsWith('on'))).to.deep.equal([]);
      expect(shown.elements).not.to.include('script');
      for (const each of textsOf(document)) {
        expect(shown.text).to.include(each);
        if (plain !== null)
          expect(plain.replace(/\n[> ]*/g, '\n')).to.include(each.replace(/\n[> ]*/g, '\n'));
      }
    });
    fc.assert(same, { numRuns: RUNS, seed: SEED });
  });

  it('leads nowhere where a URL would run code, and leaves the words', () => {
    for (const url of HOSTILE_URLS) {
      const { html, text: plain } = toEmail(
        written(
          paragraph(link(url)),
          { type: 'button', attrs: { url }, content: [{ type: 'text', text: 'Go' }] },
          { type: 'image', attrs: { url, alt: 'A picture', width: null } },
        ),
      );
      const { urls, elements, text: shown } = read(html);
      expect(urls, url).to.deep.equal([]);
      expect(elements, url).not.to.include('img');
      expect(shown).to.match(/here\s+Go/);
      expect(plain).to.equal('here\n\nGo');
    }
  });

  it('takes the place of a value into a text, with a fallback, and into a URL', () => {
    const hello: Inline = { type: 'variable', attrs: { key: 'NAME', fallback: '“you” <all>' } };
    const { html, text: plain } = toEmail(
      written(paragraph(text('Hello '), hello), paragraph(link('https://acme.dev/{{{PLAN}}}?a=1&b={{ x }}'))),
    );
    expect(html).to.include('Hello {{ NAME | default: "“you” <all>" }}<');
    expect(html).to.include('href="https://acme.dev/{{ PLAN }}?a=1&amp;b=%7B%7B%20x%20%7D%7D"');
    expect(plain).to.equal(
      'Hello {{{NAME|“you” <all>}}}\n\nhere (https://acme.dev/{{{PLAN}}}?a=1&b=%7B%7B%20x%20%7D%7D)',
    );
  });

  it('shows the value of a variable, and its fallback, as they are and never as html', () => {
    const place = (key: string, fallback: string): Inline => ({ type: 'variable', attrs: { key, fallback } });
    const quoted = `"You" & 'they'`;
    const { html } = render(written(paragraph(place('PLAN', ''), place('contact.last_name', quoted))));
    expect(read(html ?? '').text).to.include(`${VALUES.PLAN}"You" & ’they’`);
  });

  it('has a text with lists, quotes and the URLs of buttons, and leaves it to the server where there is code', () => {
    const { lists, quote, newsletter, html } = LAYOUTS;
    expect(lists && toEmail(lists).text).to.match(
      /^- One\n- Two\n {2}1\. First\n {2}2\. The quick .*\n\n1\. Three$/,
    );
    expect(quote && toEmail(quote).text).to.match(
      /^They said:\n\n> The quick .*\n> \n> - Said once\n> - Said twice$/,
    );
    expect(newsletter && toEmail(newsletter).text)
      .to.include('Read all of it: https://acme.dev/news/{{{PLAN}}}')
      .and.include('Unsubscribe ({{{UNSUBSCRIBE_URL}}})');
    expect(html && toEmail(html).text).to.equal(null);
  });
});

/** All that people wrote into the lines of a document. */
function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('text' in node && typeof node.text === 'string')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what no field of a template may have.
    return [node.text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')];
  return Object.values(node).flatMap(textsOf);
}
