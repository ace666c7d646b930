// Checks the URL of a webhook endpoint by its form, without DNS (protection against SSRF,
// docs/reference/webhooks.md#endpoint-urls). The addresses of its host are checked at each connection, because they can
// change at any time.
import { DomainError } from '../../../contract/domain-error.ts';
import type { OutboundReach } from '../../../platform/net/allowed-address.ts';
import { GuardedFetchError } from '../../../platform/net/guarded-fetch-error.ts';
import { parseGuardedUrl } from '../../../platform/net/guarded-url.ts';

/**
 * Checks an endpoint URL.
 * @throws DomainError `validation_error` for a URL that would never be fetched
 */
export function checkEndpoint(url: string, reach: OutboundReach): void {
  try {
    parseGuardedUrl(url, reach);
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    throw new DomainError('validation_error', `\`endpoint_url\`: ${error.message}`, {
      field: 'endpoint_url',
      cause: error,
    });
  }
}
