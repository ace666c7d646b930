import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { redactText } from '../../../../../shared/platform/redaction/redact-text.ts';
import { createPreferencesLinks } from '../../../../../shared/resources/messaging/unsubscribe-page/link.ts';
import { createWebVersionLinks } from '../../../../../shared/resources/messaging/web-versions/link.ts';

const KEY = 'a secret key';
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

describe('The links to mail as a page', () => {
  const links = createWebVersionLinks('https://mail.acme.dev', [KEY]);

  it('hold what they lead to, and say nothing of it; the public one is always the same', () => {
    const id = fc.constant(null).map(() => randomUUID() as string);
    const address = fc.string({ unit: 'grapheme', maxLength: 254 }).map((text) => text.toWellFormed());
    const targets = fc.record({ accountId: id, emailId: id, contentId: fc.option(id), address });
    fc.assert(
      fc.property(targets, fc.record({ accountId: id, campaignId: id }), (target, campaign) => {
        const url = links.urlOf(target);
        const shared = links.publicUrlOf(campaign);
        expect(links.open(tokenOf(url))).to.deep.equal(target);
        expect(links.urlOf(target)).not.to.equal(url);
        expect(links.open(tokenOf(shared))).to.deep.equal(campaign);
        expect(links.publicUrlOf(campaign)).to.equal(shared);
        for (const each of [url, shared]) {
          expect(each).to.match(/^https:\/\/mail\.acme\.dev\/view\/[\w-]+$/);
          expect(links.isOwn(each)).to.equal(true);
          expect(redactText(`GET ${each} done`)).to.equal('GET https://mail.acme.dev/view/[redacted] done');
        }
      }),
    );
  });

  it('open nothing that was changed, cut or made for another purpose', () => {
    const ids = { accountId: randomUUID(), emailId: randomUUID() };
    const token = tokenOf(links.publicUrlOf({ accountId: ids.accountId, campaignId: ids.emailId }));
    const { unsubscribe } = createPreferencesLinks('https://mail.acme.dev', [KEY]).urlsOf({
      ...ids,
      address: 'bo@customer.dev',
      topicId: null,
    });
    const other = createWebVersionLinks('https://mail.acme.dev', ['another key']);
    for (const wrong of [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      token.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
    ])
      expect(links.open(wrong), wrong).to.equal(undefined);
    expect(links.open(tokenOf(unsubscribe))).to.equal(undefined);
    expect(other.open(token)).to.equal(undefined);
    expect(links.isOwn('https://mail.acme.dev/viewer/x')).to.equal(false);
  });
});
