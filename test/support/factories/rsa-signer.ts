// A signer whose thread ends with the tests that use it. To be called within `describe`.
import { createRsaSigner, type RsaSigner } from '../../../shared/mail/dkim/rsa-signer.ts';

export function useRsaSigner(): RsaSigner {
  const signer = createRsaSigner();
  after(() => signer.close());
  return signer;
}
