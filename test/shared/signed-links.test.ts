import { expect } from 'chai';
import { createLinkSigner } from '../../shared/signed-links.ts';
import { TEST_SECRET_KEY } from '../support/dkim-key.ts';

describe('A signed link', () => {
  const signer = createLinkSigner(TEST_SECRET_KEY);
  const signature = signer.sign('attachments/1', 1_000);

  it('is valid in every process with the same key, and in no other', () => {
    expect(createLinkSigner(TEST_SECRET_KEY).isValid('attachments/1', 1_000, signature)).to.equal(true);
    expect(createLinkSigner('another secret key').isValid('attachments/1', 1_000, signature)).to.equal(false);
    expect(createLinkSigner(undefined).isValid('attachments/1', 1_000, signature)).to.equal(false);
  });

  it('is void when anything of it was changed', () => {
    expect(signer.isValid('attachments/2', 1_000, signature)).to.equal(false);
    expect(signer.isValid('attachments/1', 1_001, signature)).to.equal(false);
    expect(signer.isValid('attachments/1', Number.NaN, signature)).to.equal(false);
    for (const other of ['', 'x', signature.slice(1), `${signature}AAAA`])
      expect(signer.isValid('attachments/1', 1_000, other), other).to.equal(false);
  });
});
