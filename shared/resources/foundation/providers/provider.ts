// Providers carry our mail. SMTP_URL is the one named `default`; operators add others, and choose which one the mail of
// a domain, an account or a lane uses (docs/architecture/providers.md). Do not confuse them with mailbox providers,
// which receive our mail (shared/mail/providers/provider.ts).
import type { ProviderKind } from '../../../mail/provider-feedback/provider-kind.ts';

/** The name of the provider that SMTP_URL is. */
export const DEFAULT_PROVIDER = 'default';
/** The word for no provider in the verbs of operators. */
export const NO_PROVIDER = 'none';
/** A provider that accepts no connection or no login for so long passes its mail to its failover. */
export const FAILOVER_AFTER_SECONDS = 300;
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** When the mail of a provider counts as delivered: with its 250, with a report of the recipient's server, or when it says so itself. */
export const DELIVERY_KINDS = ['accept', 'dsn', 'feedback'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** The mail that a provider accepts from all processes together; null: there is no limit. */
export interface ProviderLimits {
  /** Connections at a time. */
  connections: number | null;
  /** Mails a second. */
  perSecond: number | null;
  /** Mails a UTC day. */
  perDay: number | null;
}

/** The highest of each. */
export const PROVIDER_LIMITS_MAX: Readonly<Record<keyof ProviderLimits, number>> = {
  connections: 1_000,
  perSecond: 10_000,
  perDay: 1_000_000_000,
};

/** Why a provider takes no mail; in this order the first one counts. */
export type ProviderState =
  | 'active'
  /** Paused by operators. */
  | 'paused'
  /** The provider refuses our login or configuration. */
  | 'refused'
  /** The provider accepts no connection. */
  | 'unreachable';

/** A stored provider. */
export interface StoredProvider extends ProviderLimits {
  id: string;
  name: string;
  kind: ProviderKind;
  /** The URL; null: that of SMTP_URL, or direct delivery to the recipients' servers. */
  encryptedUrl: Buffer | null;
  /** The SPF mechanisms; null: those of SPF_INCLUDE. */
  spfInclude: string | null;
  /** Null: as SMTP_DELIVERY says for the default one, else `accept`. */
  delivery: DeliveryKind | null;
  encryptedFeedbackKey: Buffer | null;
  /** The configuration set of SES: its events are sent for mail of this set. */
  configurationSet: string | null;
  /** The one that takes its mail while it is away. */
  failover: string | null;
  pausedAt: Date | null;
  pauseReason: string | null;
  refusedAt: Date | null;
  unreachableSince: Date | null;
  /** The last refusal or failure, which may be over. */
  lastRefusal: string | null;
  lastRefusedAt: Date | null;
  lastFeedbackAt: Date | null;
  /** Whether it has refused us, or accepted no connection, for so long that its failover takes its mail. */
  isAway: boolean;
}

export function isProviderName(text: string): boolean {
  return NAME.test(text) && text !== NO_PROVIDER;
}

export function stateOfProvider({
  pausedAt,
  refusedAt,
  unreachableSince,
}: Pick<StoredProvider, 'pausedAt' | 'refusedAt' | 'unreachableSince'>): ProviderState {
  if (pausedAt) return 'paused';
  if (refusedAt) return 'refused';
  return unreachableSince ? 'unreachable' : 'active';
}

/** The owner of the encrypted columns of a provider (shared/platform/security/secrets.ts). */
export function providerUrlOwner(id: string): string {
  return `providers/${id}/url`;
}

export function feedbackKeyOwner(id: string): string {
  return `providers/${id}/feedback_key`;
}
