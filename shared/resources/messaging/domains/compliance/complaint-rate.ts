// The rule about complaints: Gmail and Yahoo ask for a rate of spam reports under 0.1 %.
import { REPUTATION_THRESHOLDS, REPUTATION_WINDOW_DAYS } from '../../../../contract/reputation/values.ts';
import type { Figures } from '../../../foundation/reputation/figures.ts';
import { percentOf } from '../../../foundation/reputation/rates.ts';
import { met, type RuleVerdict, unknown, unmet } from './rule.ts';

/** The share, in thousandths, from which on a domain is warned. */
const { perMille } = REPUTATION_THRESHOLDS.warned.complaints;
const ASKED = `under ${percentOf(perMille, 1_000)}`;
const ELSEWHERE = 'Gmail reports no complaints: look in Google Postmaster Tools too.';

/** @param figures of the window; undefined: none are known */
export function judgeComplaintRate(figures: Figures | undefined): RuleVerdict {
  if (!figures || figures.judged === 0) {
    return unknown(
      `Nothing was sent in the last ${REPUTATION_WINDOW_DAYS} days: watch the rate of spam reports in Google Postmaster Tools, and keep it ${ASKED}.`,
    );
  }
  const { judged, complained } = figures;
  const counted = `${complained} of ${judged} recipients of the last ${REPUTATION_WINDOW_DAYS} days have complained (${percentOf(complained, judged)})`;
  return complained * 1_000 < perMille * judged
    ? met(`${counted}. ${ELSEWHERE}`)
    : unmet(
        `${counted}: keep it ${ASKED}. Write only to people who asked for it, and let them unsubscribe easily. ${ELSEWHERE}`,
      );
}
