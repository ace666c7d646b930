// The mark with which this service answers at `/.well-known/posthorn`, on every host. It is derived from SECRET_KEY and
// the host, so the check of a tracking host (probe.ts) sees that the host points to this installation, and that its
// proxy forwards the name of the host. The first key of the answering process may be the second key of another.
import { createHmac } from 'node:crypto';
import { createKeyRing, deriveKey, type SecretKeys } from '../../../platform/security/secret-keys.ts';

/** Marks of hosts, which are in lower case. */
export interface HostMarks {
  of(host: string): string;
  /** Whether it is the mark that a process with one of the keys shows. */
  isOf(host: string, mark: string): boolean;
}

/** Path of the mark. */
export const MARK_PATH = '/.well-known/posthorn';

/** Creates the marks of a process. @param secretKeys see createKeyRing */
export function createHostMarks(secretKeys: SecretKeys | undefined): HostMarks {
  const { first, all } = createKeyRing(secretKeys, (secretKey) => deriveKey(secretKey, 'tracking hosts'));
  const markOf = (key: Buffer, host: string) =>
    `posthorn ${createHmac('sha256', key).update(host).digest('base64url')}`;
  return {
    of: (host) => markOf(first.tool, host),
    isOf: (host, mark) => all.some(({ tool: key }) => markOf(key, host) === mark),
  };
}
