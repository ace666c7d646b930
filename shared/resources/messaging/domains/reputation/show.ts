// The reputation of a domain as its account sees it: the days by which it is judged, with those that have no mail.
import { REPUTATION_WINDOW_DAYS } from '../../../../contract/reputation/values.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { DAY_MS } from '../../../../platform/time/durations.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import { findAccountReputations } from '../../../foundation/accounts/account-reputation.ts';
import { atLeastNone, type Figures } from '../../../foundation/reputation/figures.ts';
import { findUsedCapacities } from '../../../foundation/reputation/find-used.ts';
import {
  GOOD_REPUTATION,
  type Reputation,
  type ReputationStatus,
} from '../../../foundation/reputation/reputation.ts';
import { findSendingDays, type SendingDay } from '../../../foundation/reputation/sending-days.ts';
import { type WarmUp, warmUpOf } from '../../../foundation/reputation/warm-up.ts';
import { requireDomain } from '../find.ts';
import { findDomainReputations } from './domain-reputation.ts';

/** A domain with its reputation and what it follows from. */
export interface ShownReputation {
  id: string;
  name: string;
  reputation: Reputation;
  accountStatus: ReputationStatus;
  /** The seven days of the window, oldest first. */
  days: SendingDay[];
  /** Their sums. */
  figures: Figures;
  /** Recipients counted towards today. */
  used: number;
  warmUp: WarmUp | null;
}

/** Shows the reputation of a domain. @throws DomainError `not_found` */
export async function showReputation(
  database: Queryable,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<ShownReputation> {
  const { name } = await requireDomain(database, accountId, id);
  // Without a row the domain was deleted since then.
  const reputation = (await findDomainReputations(database, [id]))[0]?.reputation ?? GOOD_REPUTATION;
  const [account] = await findAccountReputations(database, [accountId]);
  const counted = await findSendingDays(
    database,
    { accountId, domainId: id, since: reputation.liftedAt },
    now,
  );
  const used = await findUsedCapacities(database, [{ accountId, subjectId: id }], utcDayOf(now));
  const usedToday = used.get(id) ?? 0;
  const days = fillDays(counted, now);
  return {
    id,
    name,
    reputation,
    accountStatus: account?.reputation.status ?? 'good',
    days: days.map(atLeastNone),
    figures: atLeastNone(sumOf(days)),
    used: usedToday,
    warmUp: warmUpOf(reputation, usedToday, now),
  };
}

function fillDays(counted: readonly SendingDay[], now: Date): SendingDay[] {
  const found = new Map(counted.map((day) => [day.date, day]));
  return Array.from({ length: REPUTATION_WINDOW_DAYS }, (_, index) => {
    const date = utcDayOf(new Date(now.getTime() - (REPUTATION_WINDOW_DAYS - 1 - index) * DAY_MS));
    return found.get(date) ?? { date, judged: 0, bounced: 0, complained: 0 };
  });
}

function sumOf(days: readonly Figures[]): Figures {
  const sum = (name: keyof Figures) => days.reduce((total, day) => total + day[name], 0);
  return { judged: sum('judged'), bounced: sum('bounced'), complained: sum('complained') };
}
