// The URL of a provider: as it is used, and as it is shown.
import { DIRECT_URL } from '../shared/platform/config/mx-settings.ts';
import {
  DEFAULT_PROVIDER,
  providerUrlOwner,
  type StoredProvider,
} from '../shared/resources/foundation/providers/provider.ts';

import type { OpsDeps } from './verb.ts';

const MASK = '***';

/**
 * @returns in the form of SMTP_URL, or `mx:`; undefined: SMTP_URL is not set
 * @throws ConfigError without a SECRET_KEY, Error when it is another one
 */
export function urlOf(
  { id, name, kind, encryptedUrl }: Pick<StoredProvider, 'id' | 'name' | 'kind' | 'encryptedUrl'>,
  { service, secrets }: Pick<OpsDeps, 'service' | 'secrets'>,
): string | undefined {
  if (name === DEFAULT_PROVIDER) return service.smtpUrl;
  if (kind === 'direct' || !encryptedUrl) return DIRECT_URL;
  return secrets().decrypt(encryptedUrl, providerUrlOwner(id));
}

/** Without passwords; and without users that are the password, such as Postmark's token. @param url valid */
export function maskUrl(url: string): string {
  return url
    .split(',')
    .map((part) => {
      const masked = new URL(part.trim());
      if (masked.username === masked.password && masked.username !== '') masked.username = MASK;
      if (masked.password !== '') masked.password = MASK;
      return masked.href;
    })
    .join(',');
}
