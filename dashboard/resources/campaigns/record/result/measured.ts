// What is measured of the mail of a campaign. Pure.
import type { Campaign } from '../../../../api/generated/types.ts';
import type { Measured } from './result-words.ts';

/** By what the API says is measured now, and by what was counted when that was different. */
export function measuredOf({ measured, stats }: Pick<Campaign, 'stats'> & { measured?: Measured }): Measured {
  const { opens, clicks } = measured ?? { opens: false, clicks: false };
  const has = (...counts: (number | undefined)[]) => counts.some((count = 0) => count > 0);
  return {
    opens: opens || has(stats?.opened, stats?.machine_opened),
    clicks: clicks || has(stats?.clicked, stats?.machine_clicked),
  };
}
