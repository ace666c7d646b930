// Random documents whose links and opens are measured: htmlparser2 finds the same links before and after, and through
// their tokens they lead to the same places; all else is the same, octet for octet.
import { expect } from 'chai';
import { decodeHTMLAttribute } from 'entities';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { trackHtml } from '../../../../shared/mail/tracking/tracked-html.ts';
import { createTrackingTokens } from '../../../../shared/mail/tracking/tracking-tokens.ts';
import { createTrackingUrls } from '../../../../shared/mail/tracking/tracking-urls.ts';
import { parseUrl } from '../../../../shared/platform/addresses/parse-url.ts';
import { linkedDocument } from './support/linked-document.ts';

const DOCUMENTS = 5_000;
const RECIPIENT = '01936d3e-5b7a-7c3d-9f21-0123456789ab';
const tokens = createTrackingTokens(['a'.repeat(64)]);
const urls = createTrackingUrls('https://mail.posthorn.test', tokens);
const TRACKED_URL = /https:\/\/mail\.posthorn\.test\/c\/([\w-]+)/g;
const PIXEL = /<img src="https:\/\/mail\.posthorn\.test\/o\/[\w-]+" [^>]+>/;
/** What is read of a document: each token, with the place that a link leads to. */
interface Read {
  events: unknown[];
  /** Whether each link is to be tracked. */
  expected: boolean[];
  /** Whether each link is tracked. */
  tracked: boolean[];
}

describe('Random documents that are tracked', () => {
  it(`have the same links and the same octets, ${DOCUMENTS} times`, async () => {
    let links = 0;
    await fc.assert(
      fc.asyncProperty(linkedDocument, fc.boolean(), async (html, opens) => {
        const write = await trackHtml(html, {
          opens,
          clicks: true,
          previewText: undefined,
          ownLinks: [],
          isUntracked: () => false,
        });
        const written = await write?.({
          pixel: () => urls.pixel(null, RECIPIENT),
          link: (link) => urls.link(null, RECIPIENT, link),
          own: {},
        });
        if (opens) expect(written?.match(PIXEL)).to.have.length(1);
        const after = (written ?? html).replace(PIXEL, '');
        const was = readDocument(html);
        const is = readDocument(after);
        expect(is.events).to.deep.equal(was.events);
        expect(is.tracked).to.deep.equal(was.expected);
        expectSameOctets(html, after);
        links += is.tracked.filter(Boolean).length;
      }),
      { numRuns: DOCUMENTS },
    );
    expect(links).to.be.above(DOCUMENTS / 4);
  });
});

/** Between the links all is the same, and each of them was written in place of a value that led there. */
function expectSameOctets(before: string, after: string): void {
  const numbers: number[] = [];
  let position = 0;
  let rest = 0;
  for (const { 0: url, 1: token = '', index } of after.matchAll(TRACKED_URL)) {
    const kept = after.slice(rest, index);
    expect(before.slice(position, position + kept.length)).to.equal(kept);
    position += kept.length;
    rest = index + url.length;
    const { link, recipientId } = tokens.open(token) ?? expect.fail(`${url} is not ours`);
    expect(recipientId).to.equal(RECIPIENT);
    numbers.push(link?.number ?? -1);
    const quote = before[position - 1] ?? '';
    const end = /["']/.test(quote)
      ? before.indexOf(quote, position)
      : before.slice(position).search(/[\s>]/) + position;
    const given = decodeHTMLAttribute(before.slice(position, end));
    expect(new URL(link?.target ?? '').href).to.equal(new URL(given).href);
    expect(link?.target).to.match(/^[!-~]+$/);
    position = end;
  }
  expect(before.slice(position)).to.equal(after.slice(rest));
  expect(numbers).to.deep.equal([...numbers.keys()]);
}

/** @param within set: the html of a conditional comment, which has no whole comments in it */
function readDocument(html: string, within?: Read): Read {
  const read = within ?? { events: [], expected: [], tracked: [] };
  const { events } = read;
  const parser = new Parser({
    onopentag(name, attributes) {
      const isLink = /^(a|area|v:.*)$/.test(name) && 'href' in attributes;
      events.push([name, isLink ? { ...attributes, href: readLink(attributes, read) } : attributes]);
    },
    ontext: (text) => events.push(text),
    onclosetag: (name) => events.push(`/${name}`),
    onprocessinginstruction: (_name, data) => events.push(data),
    oncomment(data) {
      const condition = within ? undefined : /^\[if\s[^\]]*\]>/i.exec(data)?.[0];
      events.push(condition ?? data);
      if (condition) readDocument(data.slice(condition.length), read);
    },
  });
  parser.end(html);
  return read;
}

/** @returns where the link leads */
function readLink(attributes: Record<string, string>, { expected, tracked }: Read): string {
  const { href = '' } = attributes;
  const [, token] = [...href.matchAll(TRACKED_URL)][0] ?? [];
  const target = token === undefined ? href : (tokens.open(token)?.link?.target ?? '');
  tracked.push(token !== undefined);
  const isOff = [attributes['data-track'], attributes['clicktracking']].includes('off');
  const trimmed = target.replace(/^[\0- ]+|[\0- ]+$|[\t\n\r]/g, '');
  const parsed = parseUrl(trimmed);
  const isOfWeb =
    /^https?:\/\/[^/\\?#]+([/?#]|$)/i.test(trimmed) && !target.includes('{{{') && parsed !== undefined;
  const [, host = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(trimmed) ?? [];
  const isLong = isOfWeb && (parsed.href.length > 1_990 || host.length > 253);
  expected.push(isOfWeb && !isOff && !isLong);
  return parsed?.href ?? target;
}
