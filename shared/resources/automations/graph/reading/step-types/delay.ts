// The step `delay`: waits for a time.
import { requireFields } from '../fields.ts';
import { readDuration } from '../read-duration.ts';
import type { StepKind } from '../step-kind.ts';

export const delayStep: StepKind<'delay'> = {
  read: (given, path) => ({ duration: readDuration(requireFields(given, path), 'duration', path) }),
};
