// Route of GET /domains/:id/reputation, and the JSON forms of reputations (docs/reference/reputation.md).
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { REPUTATION_THRESHOLDS } from '../../../shared/contract/reputation/values.ts';
import type { ReputationCause } from '../../../shared/resources/foundation/reputation/figures.ts';
import { ratesOf } from '../../../shared/resources/foundation/reputation/rates.ts';
import { capacityOf, type Reputation } from '../../../shared/resources/foundation/reputation/reputation.ts';
import type { WarmUp } from '../../../shared/resources/foundation/reputation/warm-up.ts';
import {
  type ShownReputation,
  showReputation,
} from '../../../shared/resources/messaging/domains/reputation/show.ts';
import { type Resource, route, uuidOf } from '../../route.ts';

const params = { id: uuidOf('Domain') };

/** Routes of reputation. */
export const reputationRoutes: Resource = [
  route(
    OPERATIONS.getDomainReputation,
    { params },
    async ({ deps: { database, clock }, caller: { accountId }, params: { id } }) =>
      toDomainReputation(await showReputation(database, { accountId, id }, clock.now())),
  ),
];

type Kind = 'bounces' | 'complaints';

const THRESHOLDS = {
  warned: { bounces: toLimit('warned', 'bounces'), complaints: toLimit('warned', 'complaints') },
  paused: { bounces: toLimit('paused', 'bounces'), complaints: toLimit('paused', 'complaints') },
};

function toLimit(level: keyof typeof REPUTATION_THRESHOLDS, kind: Kind) {
  const { perMille, atLeast } = REPUTATION_THRESHOLDS[level][kind];
  return { rate: perMille / 1_000, at_least: atLeast };
}

function toDomainReputation(shown: ShownReputation) {
  const { id, name, reputation, accountStatus, days, figures, used, warmUp } = shown;
  const { bounceRate, complaintRate } = ratesOf(figures);
  return {
    object: 'domain_reputation',
    id,
    name,
    ...toReputation(reputation, used),
    account_status: accountStatus,
    window: {
      days: days.map(({ date, judged, bounced, complained }) => ({ date, judged, bounced, complained })),
      ...figures,
      bounce_rate: bounceRate,
      complaint_rate: complaintRate,
    },
    thresholds: THRESHOLDS,
    warm_up: toWarmUp(warmUp),
  };
}

/** The JSON form of the reputation of domains and accounts. @param used recipients that count in the capacity of today */
export function toReputation(reputation: Reputation, used: number) {
  return {
    status: reputation.status,
    since: reputation.changedAt?.toISOString() ?? null,
    cause: reputation.cause && toCause(reputation.cause),
    capacity: capacityOf(reputation),
    used,
  };
}

/** The reason of an operator is for other operators. */
function toCause(cause: ReputationCause) {
  if (cause.kind === 'operator') return { kind: cause.kind, judged: null, count: null };
  return { kind: cause.kind, judged: cause.judged, count: cause.count };
}

/** The field `warm_up` of a domain. */
export function toWarmUp(warmUp: WarmUp | null | undefined) {
  if (!warmUp) return null;
  const { day, capacity, used, endsOn } = warmUp;
  return { day, capacity, used, ends_on: endsOn };
}
