// What received emails refuse (docs/reference/receiving-answers.md).
import type { Refusal } from '../refusal.ts';
import { ANSWER_REFUSALS } from './replies/refusals.ts';

export const refusals: readonly Refusal[] = [...ANSWER_REFUSALS];
