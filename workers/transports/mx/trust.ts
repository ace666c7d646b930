// What DANE demands of the certificate of a server, as a pool needs it.
import { createHash } from 'node:crypto';
import { meetsDane } from '../../../shared/mail/dane/meets-dane.ts';
import type { DirectTarget } from './pools.ts';
import type { UsableDane } from './tls-policy.ts';

/** The usage that names an authority: then the certificate must have a name of the server, or of the recipient's domain. */
const TRUST_ANCHOR = 2;

/** @returns undefined where DANE demands nothing */
export function trustOf(dane: UsableDane | undefined, domain: string): DirectTarget['trust'] {
  if (!dane) return undefined;
  const { records, baseDomain } = dane;
  const ofDomain = records.some(({ usage }) => usage === TRUST_ANCHOR) ? domain : '';
  const parts = records.map(({ usage, selector, matchingType, data }) =>
    [usage, selector, matchingType, data.toString('hex')].join('/'),
  );
  return {
    key: createHash('sha256')
      .update([baseDomain, ofDomain, ...parts].join(','))
      .digest('hex'),
    serverName: baseDomain,
    isTrusted: (socket) => meetsDane(socket, records, [baseDomain, domain]),
  };
}
