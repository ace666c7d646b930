// What is measured of the mail of a campaign. Pure.
import type { Campaign } from '../../../../api/generated/types.ts';

/** Decides by the present measurements, and by counts from when they were different. */
export function measuredOf({ measured, stats }: Pick<Campaign, 'measured' | 'stats'>): Campaign['measured'] {
  const has = (...counts: (number | undefined)[]) => counts.some((count = 0) => count > 0);
  return {
    opens: measured.opens || has(stats?.opened, stats?.machine_opened),
    clicks: measured.clicks || has(stats?.clicked, stats?.machine_clicked),
  };
}
