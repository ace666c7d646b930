// Says whether all sending is stopped, and the refusal that clients get: by the kill switch (pause.ts) or by the
// circuit breakers of all providers (shared/resources/foundation/providers/switch.ts). Read once per group of emails that are about to be accepted.

import { DomainError } from '../../../contract/domain-error.ts';
import type { CombinableQuery } from '../../../platform/db/combined-query.ts';
import { ALL_PROVIDERS_REFUSE } from '../providers/switch.ts';

/** Operators end a pause at an unknown time, so clients are asked to retry every minute. */
const PAUSE_RETRY_AFTER_SECONDS = 60;
/** The time of two probes of a provider (shared/resources/foundation/providers/switch.ts). */
const PROVIDER_RETRY_AFTER_SECONDS = 30;

/** SQL: what stops all sending, as rows with a name. */
export const SENDING_STOPS = `
  SELECT name FROM sending_switches WHERE name = 'pause'
  UNION ALL SELECT 'configuration' WHERE ${ALL_PROVIDERS_REFUSE}`;

/**
 * A query for the refusal while sending is stopped; undefined if it is not. If both switches are set, it names the
 * pause.
 */
export function sendingStop(): CombinableQuery<DomainError | undefined> {
  return {
    text: `${SENDING_STOPS} ORDER BY name DESC LIMIT 1`,
    values: [],
    answer([stop]: { name: 'configuration' | 'pause' }[]) {
      if (!stop) return undefined;
      return stop.name === 'pause' ? paused() : providerRefuses();
    },
  };
}

function paused(): DomainError {
  return new DomainError(
    'sending_service_unavailable',
    'All sending is paused. Nothing was sent. Try again later.',
    { retryAfterSeconds: PAUSE_RETRY_AFTER_SECONDS },
  );
}

function providerRefuses(): DomainError {
  return new DomainError(
    'sending_configuration_unavailable',
    'The mail provider currently refuses the login or configuration of this service. Nothing was sent. Try again later.',
    { retryAfterSeconds: PROVIDER_RETRY_AFTER_SECONDS },
  );
}
