// A choice of one of the account's audiences; nothing where there is one, as in most accounts.
import type { AudienceItem } from '../api/generated/types.ts';
import { Select } from '../design/fields/select.tsx';

interface AudienceSelectProps {
  /** The answer of GET /audiences. */
  audiences: readonly AudienceItem[];
  /** Undefined: the default audience. */
  value: string | undefined;
  onChange(id: string): void;
  hint?: string | undefined;
  error?: string | undefined;
}

/** The field. */
export function AudienceSelect({ audiences, value, ...field }: AudienceSelectProps) {
  if (audiences.length < 2) return null;
  return (
    <Select
      {...field}
      label="Audience"
      value={value ?? audiences.find((each) => each.default)?.id ?? ''}
      options={audiences.map(({ id, name }) => ({ id, label: name }))}
    />
  );
}
