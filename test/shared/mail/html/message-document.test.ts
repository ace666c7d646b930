// The document of a mail: each of its links opens in a new tab, whatever its html says, in linear time.
import { expect } from 'chai';
import { toMessageDocument } from '../../../../shared/mail/html/message-document.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';

const BASE = '<base target="_blank">';
const OURS = 'target=_blank rel=noreferrer';

/** The html of a document without embedded images, after our base. */
function linksOf(html: string): string {
  return toMessageDocument(html, [], 0).slice(BASE.length);
}

const LINKS: Record<string, [html: string, expected: string]> = {
  'before a target of its own, so that ours counts': [
    '<a target="_self" rel="opener" href="x">',
    `<a ${OURS}  target="_self" rel="opener" href="x">`,
  ],
  'in a tag in capitals': ['<A TARGET=_top>', `<A ${OURS}  TARGET=_top>`],
  'in a tag over several lines': ['<a\ntarget=_top>', `<a ${OURS} \ntarget=_top>`],
  'in a tag with slashes for spaces': ['<a/target=_self/href=x>', `<a ${OURS} /target=_self/href=x>`],
  'in an area of a map': ['<area target=x>', `<area ${OURS}  target=x>`],
  'after a value with the end of a tag': ['<p title="a>b"><a>', `<p title="a>b"><a ${OURS} >`],
  'without ending the attribute in which a tag is named': [
    '<p title="<a href>">',
    `<p title="<a ${OURS}  href>">`,
  ],
  'not in elements whose names only begin like it': ['<abbr><address>', '<abbr><address>'],
  'not in text': ['our target = 5', 'our target = 5'],
};

describe('toMessageDocument', () => {
  for (const [what, [html, expected]] of Object.entries(LINKS)) {
    it(`opens links in a new tab: ${what}`, () => {
      expect(linksOf(html)).to.equal(expected);
    });
  }

  it('takes time in proportion to the html', () => {
    const html = '<a'.repeat(500_000) + '<a '.repeat(500_000) + ' '.repeat(1_000_000);
    expect(cpuMsOf(() => linksOf(html))).to.be.below(2_000);
  });
});
