import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { createSealedTokens } from '../../../../../shared/platform/security/sealed-tokens.ts';
import { createPreferencesLinks } from '../../../../../shared/resources/messaging/unsubscribe-page/link.ts';

const KEY = 'a secret key';
const TARGET = {
  accountId: '0199d3a0-5b7a-7c3d-9f21-0123456789ab',
  address: 'bo@customer.dev',
  topicId: '0199d3a0-5b7a-7c3d-9f21-0123456789ac',
  emailId: '0199d3a0-5b7a-7c3d-9f21-0123456789ad',
};
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

describe('The links of a recipient', () => {
  const links = createPreferencesLinks('https://mail.acme.dev', [KEY]);

  it('are known by their URL', () => {
    const { unsubscribe, preferences } = links.urlsOf(TARGET);
    expect([unsubscribe, preferences].map(links.isOwn)).to.deep.equal([true, true]);
    for (const other of [
      'https://mail.acme.dev/',
      'https://mail.acme.dev/unsubscribed',
      'https://acme.dev/unsubscribe/x',
    ])
      expect(links.isOwn(other), other).to.equal(false);
  });

  it('hold account, address, topic and email, whatever the address is', () => {
    const id = fc.constant(null).map(() => randomUUID() as string);
    const address = fc.string({ unit: 'grapheme', maxLength: 254 }).map((text) => text.toWellFormed());
    const targets = fc.record({ accountId: id, address, topicId: fc.option(id), emailId: id });
    fc.assert(
      fc.property(targets, (target) => {
        const urls = Object.values(links.urlsOf(target));
        expect(urls).to.have.length(2);
        for (const url of urls) expect(links.open(tokenOf(url))).to.deep.equal(target);
      }),
    );
  });

  it('are URLs of the two pages with the same token, short enough for a header field', () => {
    const address = `${'b'.repeat(64)}@${'c'.repeat(185)}.dev`;
    const { unsubscribe, preferences } = links.urlsOf({ ...TARGET, address });
    expect(unsubscribe).to.match(/^https:\/\/mail\.acme\.dev\/unsubscribe\/[\w-]+$/);
    expect(preferences).to.equal(unsubscribe.replace('/unsubscribe/', '/preferences/'));
    // RFC 5322 §2.1.1, with the name of the field.
    expect(`List-Unsubscribe: <${unsubscribe}>`).to.have.length.below(998);
  });

  it('open nothing that was sealed for another purpose, or in a form that is not known yet', () => {
    const { unsubscribe } = links.urlsOf(TARGET);
    expect(createSealedTokens('something else', [KEY]).open(tokenOf(unsubscribe))).to.equal(undefined);
    const later = createSealedTokens('unsubscribe links', [KEY]).seal(
      Buffer.from([2, 3, ...Buffer.alloc(60)]),
    );
    expect(links.open(later)).to.equal(undefined);
  });

  it('offer one click only below https', () => {
    expect(links.canOneClick).to.equal(true);
    expect(createPreferencesLinks('http://mail.acme.dev', [KEY]).canOneClick).to.equal(false);
  });
});
