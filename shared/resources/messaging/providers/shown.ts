// The providers as the pages for operators show them, in the form of JSON: those first that take no mail.
import type { ProviderKind } from '../../../mail/provider-feedback/provider-kind.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { type ProviderState, stateOfProvider } from '../../foundation/providers/provider.ts';
import { type ListedProvider, type ListOptions, listProviders } from './list.ts';

/** Characters of a refusal on a page; a server may say 64 KB. */
const REFUSAL_MAX = 500;

export interface ShownProvider {
  name: string;
  kind: ProviderKind;
  state: ProviderState;
  /** Why it takes no mail; null: it does, or operators gave no reason. */
  reason: string | null;
  /** Recipients that wait for it; COUNT_MAX at most. */
  waiting: number;
  /** Mails that it took in the last hour, about. */
  sent_last_hour: number;
  /** The last refusal or failure, which may be over. */
  last_refusal: string | null;
  last_refused_at: Date | null;
  last_feedback_at: Date | null;
}

const BAD_FIRST: readonly ProviderState[] = ['refused', 'unreachable', 'paused', 'active'];

export async function listShownProviders(
  database: Queryable,
  options: ListOptions,
): Promise<ShownProvider[]> {
  const shown = (await listProviders(database, options)).map(toShown);
  return shown.sort((one, other) => BAD_FIRST.indexOf(one.state) - BAD_FIRST.indexOf(other.state));
}

function toShown(provider: ListedProvider): ShownProvider {
  const { name, kind, waiting, sent, lastRefusal, pauseReason } = provider;
  const state = stateOfProvider(provider);
  const last_refusal = lastRefusal?.slice(0, REFUSAL_MAX) ?? null;
  const reasons = { active: null, paused: pauseReason, refused: last_refusal, unreachable: last_refusal };
  return {
    name,
    kind,
    state,
    reason: reasons[state],
    waiting,
    sent_last_hour: sent,
    last_refusal,
    last_refused_at: provider.lastRefusedAt,
    last_feedback_at: provider.lastFeedbackAt,
  };
}
