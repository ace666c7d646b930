// Self-signed certificates of servers in tests, valid for a hundred years. They protect nothing: their key is
// public. Node cannot make certificates, so these lie in the repository.
import { readFileSync } from 'node:fs';

/** `localhost` and 127.0.0.1, or a name that no test server has. */
export type CertificateName = 'localhost' | 'other.test';

const FILES: Readonly<Record<CertificateName, string>> = {
  localhost: 'test-certificate.pem',
  'other.test': 'test-certificate-other-name.pem',
};

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Key and certificate in PEM; a client trusts the server when it takes `cert` as its authority. */
export function readTestCertificate(name: CertificateName = 'localhost'): { key: string; cert: string } {
  return { key: read('test-key.pem'), cert: read(FILES[name]) };
}
