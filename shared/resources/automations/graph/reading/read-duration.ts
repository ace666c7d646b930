// Reads the durations of steps. They are stored as they were given.
import { DURATION_MAX_DAYS } from '../../../../contract/limits.ts';
import { parseDuration } from '../durations.ts';
import { fieldOf, fieldPath, type GivenFields, missingField, refuseField } from './fields.ts';

/** Longer texts are no durations; the pattern of durations ends long before. */
const TEXT_MAX_LENGTH = 200;

/** @throws DomainError when it is absent or no duration */
export function readDuration(fields: GivenFields, name: string, path: string): string {
  const duration = readOptionalDuration(fields, name, path);
  if (duration === undefined) throw missingField(fieldPath(path, name));
  return duration;
}

/** @returns undefined when it is absent */
export function readOptionalDuration(fields: GivenFields, name: string, path: string): string | undefined {
  const given = fieldOf(fields, name);
  if (given === undefined) return undefined;
  const isDuration =
    typeof given === 'string' && given.length <= TEXT_MAX_LENGTH && parseDuration(given) !== undefined;
  if (isDuration) return given;
  throw refuseField(
    fieldPath(path, name),
    `must be a duration such as \`30 minutes\`, \`1 day\` or \`2 weeks\`, more than 0 and at most ${DURATION_MAX_DAYS} days`,
  );
}
