// Is all sending stopped, and what is a client told? Asked once for a group of emails that are about to be accepted.

import { DomainError } from '../../contract/domain-error.ts';
import type { CombinableQuery } from '../../platform/db/combined-query.ts';

/** A pause ends when people end it; a client that asks each minute finds out soon enough. */
const PAUSE_RETRY_AFTER_SECONDS = 60;
/** Two probes of the provider (provider-switch.ts). */
const PROVIDER_RETRY_AFTER_SECONDS = 30;

/** The refusal while sending is stopped; undefined when it is not. Of two reasons the operators' is told. */
export function sendingStop(): CombinableQuery<DomainError | undefined> {
  return {
    text: `SELECT name FROM sending_switches ORDER BY name = 'pause' DESC LIMIT 1`,
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
    'All sending is paused at the moment. Nothing was sent; retry later.',
    { retryAfterSeconds: PAUSE_RETRY_AFTER_SECONDS },
  );
}

function providerRefuses(): DomainError {
  return new DomainError(
    'sending_configuration_unavailable',
    'The mail provider refuses the service at the moment. Nothing was sent; retry later.',
    { retryAfterSeconds: PROVIDER_RETRY_AFTER_SECONDS },
  );
}
