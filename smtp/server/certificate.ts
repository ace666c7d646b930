// The certificate of an SMTP server: from the operator's files, which are read again when they change, so that a renewed
// certificate needs no restart; without files a self-signed one, which is enough for encryption, since servers that
// deliver mail rarely check the name. Never the one of the library, whose key is published.
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '../../shared/platform/config/config.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { requirePackage } from '../../shared/platform/process/require-package.ts';

/** A key and its certificate in PEM. */
export interface KeyPair {
  key: string;
  cert: string;
}

/** The files of the operator's certificate. */
export interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

/** The certificate of a process. */
export interface Certificate {
  readonly present: KeyPair;
  /** @returns the new pair when the files have changed and are valid; never rejects */
  renew(): Promise<KeyPair | undefined>;
}

/** Longer than any process runs. */
const SELF_SIGNED_YEARS = 10;

/**
 * Loads the certificate.
 * @param files undefined: a self-signed one for `hostname` is made
 * @throws ConfigError when the files are not certificate with its key
 */
export async function loadCertificate(
  files: CertificateFiles | undefined,
  { hostname, log }: { hostname: string; log: Logger },
): Promise<Certificate> {
  if (!files) {
    const made = await makeSelfSigned(hostname);
    return { present: made, renew: () => Promise.resolve(undefined) };
  }
  let state = await stateOf(files);
  let present = await readPair(files).catch((error: Error) => {
    throw new ConfigError(`Configuration: the certificate ${files.certFile} is unusable: ${error.message}.`);
  });
  return {
    get present() {
      return present;
    },
    async renew() {
      try {
        const found = await stateOf(files);
        if (found === state) return undefined;
        state = found;
        present = await readPair(files);
        log.info('the certificate was reloaded');
        return present;
      } catch (error) {
        // One of the two files may be written later than the other; the next connection finds both.
        log.warn({ err: error }, 'the new certificate is unusable; the previous one stays in use');
        return undefined;
      }
    },
  };
}

async function stateOf({ certFile, keyFile }: CertificateFiles): Promise<string> {
  const stats = await Promise.all([certFile, keyFile].map((file) => stat(file).catch(() => undefined)));
  return stats.map((found) => (found ? `${found.ino}:${found.size}:${found.mtimeMs}` : 'none')).join();
}

/** @throws Error when the two do not belong together */
async function readPair({ certFile, keyFile }: CertificateFiles): Promise<KeyPair> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
  createSecureContext({ cert, key });
  return { cert, key };
}

async function makeSelfSigned(hostname: string): Promise<KeyPair> {
  const { generate } = requirePackage<typeof import('selfsigned')>('selfsigned');
  const now = new Date();
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + SELF_SIGNED_YEARS);
  const made = await generate([{ name: 'commonName', value: hostname }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: now,
    notAfterDate: end,
  });
  return { key: made.private, cert: made.cert };
}
