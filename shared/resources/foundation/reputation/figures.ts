// What the mail of a domain or an account is judged by: counts of recipients over the days of the window, and the level
// that follows from them.
import { REPUTATION_THRESHOLDS } from '../../../contract/reputation/values.ts';

/** Recipients over some days. */
export interface Figures {
  /** The recipients that a server has accepted, or refused in the dialogue. */
  judged: number;
  bounced: number;
  complained: number;
}

/** Figures without negative counts: a correction may be counted after a lift that the corrected mail was sent before. */
export function atLeastNone<Counted extends Figures>(counted: Counted): Counted {
  const { judged, bounced, complained } = counted;
  return {
    ...counted,
    judged: Math.max(judged, 0),
    bounced: Math.max(bounced, 0),
    complained: Math.max(complained, 0),
  };
}

/** The kinds of outcomes that count against a sender. */
export type FailingKind = keyof (typeof REPUTATION_THRESHOLDS)['paused'];

/** Why a sender is warned or paused. */
export type ReputationCause =
  | { kind: FailingKind; judged: number; count: number }
  /** An operator has paused it. */
  | { kind: 'operator'; reason: string };

/** The level that follows from figures alone. */
export type Level = { level: 'good'; cause: null } | { level: 'warned' | 'paused'; cause: ReputationCause };

const GOOD: Level = { level: 'good', cause: null };
const LEVELS = ['paused', 'warned'] as const;
const KINDS = ['bounces', 'complaints'] as const;

/** The level of figures. Rates are compared as integers, so that limits are exact. Without mail there is no rate. */
export function levelOf({ judged, bounced, complained }: Figures): Level {
  if (judged === 0) return GOOD;
  const counts = { bounces: bounced, complaints: complained };
  for (const level of LEVELS)
    for (const kind of KINDS) {
      const { perMille, atLeast } = REPUTATION_THRESHOLDS[level][kind];
      const count = counts[kind];
      if (count >= atLeast && count * 1_000 >= perMille * judged)
        return { level, cause: { kind, judged, count } };
    }
  return GOOD;
}
