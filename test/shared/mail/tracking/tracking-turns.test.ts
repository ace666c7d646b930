// Hostile html of 10 MiB that is tracked: no turn of the event loop is long, since a process sends and claims other mail
// in between, and the html of a recipient is not much longer than the one that came.
import { expect } from 'chai';
import { CONTENT_MAX_BYTES } from '../../../../shared/contract/limits.ts';
import { scanHtml } from '../../../../shared/mail/html/html-scanner.ts';
import { addUtm } from '../../../../shared/mail/links/utm.ts';
import { trackHtml } from '../../../../shared/mail/tracking/tracked-html.ts';
import { createTrackingTokens } from '../../../../shared/mail/tracking/tracking-tokens.ts';
import { createTrackingUrls } from '../../../../shared/mail/tracking/tracking-urls.ts';
import { cpuMsOf, longestTurnOf } from '../../../support/time/cpu-time.ts';

const RECIPIENT = '01936d3e-5b7a-7c3d-9f21-0123456789ab';
/** A link with a host and an address of a usual length. */
const UNSUBSCRIBE = `https://mail.posthorn.test/unsubscribe/${'u'.repeat(150)}`;
const GROWTH_MAX_BYTES = 8 * 1024 * 1024;
/** What a machine takes for a part of the html by the scanner alone: 3 MB, about 75 ms. */
const YARDSTICK = '<b>'.repeat(1_000_000);
/** A turn takes one, and without bounds took forty; the collector of garbage may come into it. */
const TURN_MAX_YARDSTICKS = 4;
const TRIES = 3;

/** Html that is repeated up to the limit. */
// biome-ignore format: a table.
const PIECES = [
  '{{{UNSUBSCRIBE_URL}}}', '{{{PREFERENCES_URL|a}}}', '{{{', `<a href="{{{UNSUBSCRIBE_URL}}}">`, '<zz>', '<a href=x>', '<a href="https://a.test/">', '<a href=http://ü>',
  '<a href=http://xn--a>', `<a href="https://a.test/${'ü'.repeat(320)}">`, `<a href="https://a.test/${'ü'.repeat(1_900)}">`, `<a href="https://${'ü.'.repeat(31)}a/">`,
  `<a href="https://${'ü'.repeat(500)}/">`, `<a href="https://a.test/${'x'.repeat(1_900)}">`, `<a href="${'&'.repeat(15_900)}">`, `<a href="https://a.test/${'&ccaron;'.repeat(1_900)}">`,
  '<!--[if mso]><a href=x>-->', '<!--[if mso]><b><b>-->', '<title></title>', '<a data-track=off href=x>', `<p ${'x=1 '.repeat(9_000)}>`, '<', '</a>', '<!-->',
] as const;

/** Html of one tag or comment. */
const LONG: Record<string, () => string> = {
  'a tag of attributes': () => `<a ${'x=1 '.repeat(CONTENT_MAX_BYTES / 4 - 2)}>`,
  'a comment for Outlook': () => `<!--[if mso]>${'<b>'.repeat(CONTENT_MAX_BYTES / 3 - 10)}<![endif]-->`,
  'a value': () => `<a href="${'&'.repeat(CONTENT_MAX_BYTES - 20)}">`,
};

describe('Html of 10 MiB that is tracked', function () {
  this.timeout(300_000);
  const urls = createTrackingUrls('https://mail.posthorn.test', createTrackingTokens(['a'.repeat(64)]));
  let turnMaxMs: number;
  before(() => {
    const measure = () => cpuMsOf(() => scanHtml(YARDSTICK, { onOpenTag: () => undefined }));
    turnMaxMs = TURN_MAX_YARDSTICKS * Math.max(...Array.from({ length: 3 }, measure));
  });

  const track = async (html: string) => {
    const write = await trackHtml(await addUtm(html, { source: 'ü'.repeat(200) }), {
      opens: true,
      clicks: true,
      previewText: undefined,
      ownLinks: ['unsubscribe', 'preferences'],
      isUntracked: () => false,
    });
    return await write?.({
      pixel: () => urls.pixel(null, RECIPIENT),
      link: (link) => urls.link(null, RECIPIENT, link),
      own: { unsubscribe: UNSUBSCRIBE, preferences: UNSUBSCRIBE },
    });
  };
  const all = [
    ...PIECES.map((piece): [string, () => string] => [
      piece.slice(0, 30),
      () => piece.repeat(Math.floor(CONTENT_MAX_BYTES / Buffer.byteLength(piece))),
    ]),
    ...Object.entries(LONG),
  ];
  for (const [title, make] of all)
    it(`takes no long turn, and grows by ${GROWTH_MAX_BYTES} bytes at most: ${title}`, async () => {
      const html = make();
      let written: string | undefined;
      const measure = () =>
        longestTurnOf(async () => {
          written = await track(html);
        });
      let turnMs = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < TRIES && turnMs >= turnMaxMs; tries += 1)
        turnMs = Math.min(turnMs, await measure());
      expect(turnMs).to.be.below(turnMaxMs);
      const growth = Buffer.byteLength(written ?? '') - Buffer.byteLength(html);
      expect(growth).to.be.below(GROWTH_MAX_BYTES);
    });
});
