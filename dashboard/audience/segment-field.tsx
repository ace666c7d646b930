// A field that finds a segment by its name, and stores its id. It is loaded with its users, because it needs React Aria.
import { useState } from 'react';
import { callUntil } from '../api/call.ts';
import type { SegmentItem } from '../api/generated/types.ts';
import { ComboBox } from '../design/fields/combo/combo-box.tsx';
import type { FieldProps } from '../design/fields/field.tsx';
import { amountText } from '../format/amount-text.ts';
import { useSegmentNames } from './use-segment-names.ts';

/** The number of segments that are read; those of other audiences are not offered. */
const READ = 100;

interface SegmentFieldProps extends FieldProps {
  /** The id; undefined: none is chosen. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  /** Only segments of this audience; undefined: of all. */
  audienceId?: string | undefined;
  /** Only segments to which contacts can be added. */
  isStatic?: boolean | undefined;
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
}

export function SegmentField(props: SegmentFieldProps) {
  const {
    value,
    onChange,
    audienceId,
    isStatic = false,
    placeholder = 'Name of a segment',
    ...field
  } = props;
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  const isKnown = value === undefined || chosen?.id === value;
  const { data: names, isSuccess, isPlaceholderData } = useSegmentNames(isKnown ? [] : [value]);
  const read = async (text: string, signal: AbortSignal) => {
    const query = { limit: READ, ...(text !== '' && { q: text }) };
    const { data } = await callUntil(signal, 'listSegments', { query });
    return data.filter(isOffered(audienceId, isStatic)).map(optionOf);
  };
  const name = isKnown
    ? chosen?.name
    : (names?.get(value) ?? (isSuccess && !isPlaceholderData ? `Deleted segment ${value}` : '…'));
  return (
    <ComboBox
      {...field}
      // Its options belong to another audience then.
      key={audienceId}
      value={value === undefined ? undefined : { id: value, label: name ?? '' }}
      onChange={(next) => {
        setChosen(next?.id === undefined ? undefined : { id: next.id, name: next.label });
        onChange(next?.id);
      }}
      read={read}
      placeholder={placeholder}
    />
  );
}

function isOffered(audienceId: string | undefined, isStatic: boolean) {
  return ({ audience_id, filter }: SegmentItem) =>
    (audienceId === undefined || audience_id === audienceId) && (!isStatic || filter === null);
}

function optionOf({ id, name, filter, contacts_count: count }: SegmentItem) {
  const contacts = count === null ? '' : `${amountText(count)} ${count === 1 ? 'contact' : 'contacts'}`;
  const kind = filter === null ? 'by hand' : 'with rules';
  return { id, label: name, hint: [kind, contacts].filter(Boolean).join(', ') };
}
