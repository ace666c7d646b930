// The time of a schedule as one would type it. Pure.
import { wallText, wallTimeOf } from '../../../../format/zoned-time.ts';

/** @param at as the API has it: an instant, or what the clocks of the zone show */
export function shownTime(at: string, zone: string): string {
  if (!/(?:Z|[+-]\d\d:?\d\d)$/i.test(at)) return at.replace('T', ' ');
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? at : wallText(wallTimeOf(instant, zone)).replace('T', ' ');
}
