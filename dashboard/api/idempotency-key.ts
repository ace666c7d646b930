// A key under which a request that is repeated does nothing twice (docs/reference/idempotency.md).

const BYTES = 16;

/** A new random key. `crypto.randomUUID` does not exist on a plain http address of a home network. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `dashboard-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
