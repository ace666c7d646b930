// The self-signed certificate of servers in tests, for localhost and 127.0.0.1, valid for a hundred years. It
// protects nothing: its key is public. Node cannot make certificates, so this one lies in the repository.
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Key and certificate in PEM; a client trusts the server when it takes `cert` as its authority. */
export function readTestCertificate(): { key: string; cert: string } {
  return { key: read('test-key.pem'), cert: read('test-certificate.pem') };
}
