import { expect } from 'chai';
import type { SecretKeys } from '../../../../shared/platform/security/secret-keys.ts';
import { createSignedLinks, type LinkParameters } from '../../../../shared/platform/security/signed-links.ts';
import { TEST_SECRET_KEYS } from '../../../support/factories/dkim-key.ts';

const URL_BASE = 'https://mail.acme.dev';
const ENDS_AT = new Date('2026-02-03T04:05:06.000Z');
const BEFORE = new Date(ENDS_AT.getTime() - 1);

describe('A signed link', () => {
  const links = createSignedLinks(URL_BASE, TEST_SECRET_KEYS);
  const url = new URL(links.sign('/downloads/1', ENDS_AT));
  const parameters: LinkParameters = Object.fromEntries(url.searchParams);

  it('is a URL of its path under PUBLIC_URL', () => {
    expect(url.origin + url.pathname).to.equal(`${URL_BASE}/downloads/1`);
  });

  it('is valid in every process with the same key, and in no other', () => {
    const isGood = (secretKeys: SecretKeys | undefined) =>
      createSignedLinks(URL_BASE, secretKeys).isGood('/downloads/1', parameters, BEFORE);
    expect([isGood(TEST_SECRET_KEYS), isGood(['another secret key']), isGood(undefined)]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('is valid until it expires', () => {
    expect(links.isGood('/downloads/1', parameters, BEFORE)).to.equal(true);
    expect(links.isGood('/downloads/1', parameters, ENDS_AT)).to.equal(false);
  });

  it('is invalid when any part of it was changed', () => {
    const { expires, signature } = parameters;
    expect(links.isGood('/downloads/2', parameters, BEFORE)).to.equal(false);
    for (const changed of [
      { expires: `${Number(expires) + 1}`, signature },
      { expires: [expires], signature },
      { expires, signature: '' },
      { expires, signature: `${signature}A` },
      { expires },
      {},
    ])
      expect(links.isGood('/downloads/1', changed, BEFORE), JSON.stringify(changed)).to.equal(false);
  });
});
