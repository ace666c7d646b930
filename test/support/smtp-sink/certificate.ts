// Self-signed certificates of test servers, valid for a hundred years. They are not secret: their key is public. Node
// cannot create certificates, so these are in the repository.
import { readFileSync } from 'node:fs';

/** `localhost` and 127.0.0.1, or a name that no test server has. */
export type CertificateName = 'localhost' | 'other.test';

const FILES: Readonly<Record<CertificateName, string>> = {
  localhost: 'test-certificate.pem',
  'other.test': 'test-certificate-other-name.pem',
};

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Key and certificate in PEM; a client trusts the server if it uses `cert` as its certificate authority. */
export function readTestCertificate(name: CertificateName = 'localhost'): { key: string; cert: string } {
  return { key: read('test-key.pem'), cert: read(FILES[name]) };
}
