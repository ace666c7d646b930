// The rule about complaints: Gmail and Yahoo ask for a rate of spam reports under 0.1 %.
import { REPUTATION_THRESHOLDS, REPUTATION_WINDOW_DAYS } from '../../../../contract/reputation/values.ts';
import type { Figures } from '../../../foundation/reputation/figures.ts';
import { percentOf } from '../../../foundation/reputation/rates.ts';
import { met, type RuleVerdict, unknown, unmet } from './rule.ts';

/** The share, in thousandths, from which on a domain is warned. */
const { perMille } = REPUTATION_THRESHOLDS.warned.complaints;
const ASKED = `under ${percentOf(perMille, 1_000)}`;
const ELSEWHERE = 'Gmail does not report complaints, so also check Google Postmaster Tools.';

/** @param figures of the window; undefined: none are known */
export function evaluateComplaintRate(figures: Figures | undefined): RuleVerdict {
  if (!figures || figures.judged === 0) {
    return unknown(
      `Nothing was sent in the last ${REPUTATION_WINDOW_DAYS} days. Watch the spam rate in Google Postmaster Tools, and keep it ${ASKED}.`,
    );
  }
  const { judged, complained } = figures;
  const counted = `${complained} of ${judged} recipients in the last ${REPUTATION_WINDOW_DAYS} days complained (${percentOf(complained, judged)})`;
  return complained * 1_000 < perMille * judged
    ? met(`${counted}. ${ELSEWHERE}`)
    : unmet(
        `${counted}. Keep the rate ${ASKED}: send only to people who asked for it, and let them unsubscribe easily. ${ELSEWHERE}`,
      );
}
