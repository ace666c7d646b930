// The segments that the contacts of a file are added to: each is looked for by its name, and becomes a chip.
import { useState } from 'react';
import { SegmentField } from '../../../audience/segment-field.tsx';
import { useSegmentNames } from '../../../audience/use-segment-names.ts';
import { Chips } from '../../../design/controls/chips.tsx';
import { Stack } from '../../../design/layout/stack.tsx';

interface SegmentsFieldProps {
  ids: readonly string[];
  onChange(ids: string[]): void;
  audienceId: string | undefined;
  error: string | undefined;
}

/** The most segments whose names are read at once. */
const SEGMENTS_MAX_CHOSEN = 50;

/** The field. */
export function SegmentsField({ ids, onChange, audienceId, error }: SegmentsFieldProps) {
  const { data: names } = useSegmentNames(ids);
  const [added, setAdded] = useState(0);
  const add = (id: string | undefined) => {
    if (id === undefined || ids.includes(id) || ids.length >= SEGMENTS_MAX_CHOSEN) return;
    setAdded(added + 1);
    onChange([...ids, id]);
  };
  return (
    <Stack gap={2}>
      <SegmentField
        // Empty again for the next one, and with the focus still in it.
        key={added}
        autoFocus={added > 0}
        label="Add them to segments"
        hint="Only segments without rules. Segments with rules find their contacts automatically."
        value={undefined}
        onChange={add}
        audienceId={audienceId}
        isStatic
        error={error}
      />
      <Chips
        label="Selected segments"
        chips={ids.map((id) => ({ id, text: names?.get(id) ?? '…' }))}
        removes="Remove"
        onRemove={(gone) => onChange(ids.filter((id) => id !== gone))}
      />
    </Stack>
  );
}
