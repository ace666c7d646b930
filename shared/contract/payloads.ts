// The data of every event of webhooks. openapi.json is generated from it, and tests check every event against it.
import type { Payloads } from './payload.ts';
import { CONTRACTS, type Contract } from './resources.ts';

/** Type of an event → its data. */
export const PAYLOADS: Payloads<string> = Object.assign(
  {},
  ...Object.values<Contract>(CONTRACTS).map(({ payloads }) => payloads),
);
