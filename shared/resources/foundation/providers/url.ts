// The URL of a provider. The default one has it in the environment, and direct delivery has none.
import { DIRECT_URL } from '../../../platform/config/mx-settings.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import { DEFAULT_PROVIDER, providerUrlOwner, type StoredProvider } from './provider.ts';

/**
 * @param smtpUrl SMTP_URL
 * @param secrets called only for encrypted values
 * @returns the URL in the form of SMTP_URL, or `mx:`; undefined: SMTP_URL is not set
 * @throws Error when no key opens it
 */
export function urlOfProvider(
  { id, name, kind, encryptedUrl }: Pick<StoredProvider, 'id' | 'name' | 'kind' | 'encryptedUrl'>,
  smtpUrl: string | undefined,
  secrets: () => Pick<Secrets, 'decrypt'>,
): string | undefined {
  if (name === DEFAULT_PROVIDER) return smtpUrl;
  if (kind === 'direct' || !encryptedUrl) return DIRECT_URL;
  return secrets().decrypt(encryptedUrl, providerUrlOwner(id));
}
