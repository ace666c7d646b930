// Checks a URL that the service will request, by its form, without DNS (protection against SSRF,
// docs/architecture/guarded-fetch.md). The addresses of its host are checked at each connection, because they can change
// at any time.
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { OutboundReach } from '../../shared/platform/addresses/allowed-address.ts';
import { GuardedFetchError } from '../../shared/platform/net/guarded-fetch-error.ts';
import { parseGuardedUrl } from '../../shared/platform/net/guarded-url.ts';

/**
 * @param field path of the field that has the URL
 * @throws DomainError `validation_error` for a URL that would never be requested
 */
export function checkUrl(field: string, url: string, reach: OutboundReach): void {
  try {
    parseGuardedUrl(url, reach);
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    throw new DomainError('validation_error', `\`${field}\`: ${error.message}`, { field, cause: error });
  }
}
