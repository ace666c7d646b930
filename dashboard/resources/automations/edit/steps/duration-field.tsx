// A field for how long something takes, in words, with what that would mean now.
import { TextField } from '../../../../design/fields/text-field.tsx';
import { useClock } from '../../../../format/clock.ts';
import { nearMoment } from '../../../../format/time.ts';
import { readDuration } from '../../graph/durations.ts';

interface DurationFieldProps {
  label: string;
  value: string;
  onChange(text: string): void;
  /** While nothing is typed. */
  hint?: string | undefined;
  placeholder: string;
  error: string | undefined;
}

/** The field. */
export function DurationField({ value, hint, error, ...field }: DurationFieldProps) {
  useClock();
  const milliseconds = readDuration(value);
  const now = new Date();
  const means =
    milliseconds === undefined
      ? hint
      : `If it started now, it would end ${nearMoment(new Date(now.getTime() + milliseconds), now)}.`;
  return <TextField {...field} value={value} hint={means} error={error} />;
}
