// How the connection of an attempt was protected, as events say it (docs/reference/delivery.md).
import type { TLS_POLICIES } from '../contract/emails/values.ts';

/** The policy that decides about the protection of a connection. */
export type TlsPolicyName = (typeof TLS_POLICIES)[number];

/** The protection of a connection. */
export interface DeliveryTls {
  /** The TLS version as OpenSSL names it, such as `TLSv1.3`; null: the connection was in the clear. */
  version: string | null;
  /** The certificate belonged to the server: by its name and a known authority, or by DANE. */
  verified: boolean;
  policy: TlsPolicyName;
}
