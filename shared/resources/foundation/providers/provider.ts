// Providers: the ways by which mail leaves. SMTP_URL is the one named `default`; operators add others, and choose which one the
// mail of a domain, an account or a lane takes (docs/architecture/providers.md). Not to be taken for mailbox providers, to whose
// servers mail goes (shared/mail/providers/provider.ts).
import type { ProviderKind } from '../../../mail/provider-feedback/provider-kind.ts';

/** The name of the provider that SMTP_URL is. */
export const DEFAULT_PROVIDER = 'default';
/** In the verbs of operators: no provider. */
export const NO_PROVIDER = 'none';
/** A provider that accepts no connection or no login for so long leaves its mail to its failover. */
export const FAILOVER_AFTER_SECONDS = 300;
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** When the mail of a provider counts as delivered: with its 250, with a report of the recipient's server, or when it says so itself. */
export const DELIVERY_KINDS = ['accept', 'dsn', 'feedback'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** What a provider takes, of all processes together; null: as much as it is given. */
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
  /** By operators. */
  | 'paused'
  /** It refuses our login or configuration. */
  | 'refused'
  /** It accepts no connection. */
  | 'unreachable';

/** A provider as it is stored. */
export interface StoredProvider extends ProviderLimits {
  id: string;
  name: string;
  kind: ProviderKind;
  /** Null: that of SMTP_URL, or mail that goes straight to its recipients' servers. */
  encryptedUrl: Buffer | null;
  /** SPF mechanisms; null: those of SPF_INCLUDE. */
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
  /** It refuses us, or accepts no connection, for so long that its failover takes its mail. */
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

/** To whom the encrypted columns of a provider belong (shared/platform/security/secrets.ts). */
export function providerUrlOwner(id: string): string {
  return `providers/${id}/url`;
}

export function feedbackKeyOwner(id: string): string {
  return `providers/${id}/feedback_key`;
}
