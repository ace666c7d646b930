// The domain of an event or of an automation, looked for by its name.
import { useRef } from 'react';
import { callUntil } from '../../../api/call.ts';
import type { DomainItem } from '../../../api/generated/types.ts';
import { ComboBox } from '../../../design/fields/combo/combo-box.tsx';
import type { EventDomain } from './event-draft.ts';

/** The number of offered options. */
const OFFERED = 20;

interface DomainFieldProps {
  value: EventDomain;
  onChange(value: EventDomain): void;
  hint: string;
  error: string | undefined;
}

/** The field. */
export function DomainField({ value, onChange, hint, error }: DomainFieldProps) {
  const found = useRef(new Map<string, DomainItem>());
  const find = async (text: string, signal: AbortSignal) => {
    const query = { limit: OFFERED, ...(text !== '' && { q: text }) };
    const { data } = await callUntil(signal, 'listDomains', { query });
    for (const each of data) found.current.set(each.name, each);
    return data.map(({ name, default: isDefault }) => ({
      id: name,
      label: name,
      ...(isDefault && { hint: 'The default domain' }),
    }));
  };
  return (
    <ComboBox
      label="Domain"
      value={{ id: value.name, label: value.name }}
      // A field that was emptied has the domain of before again: an event needs one.
      onChange={(chosen) => {
        const domain = found.current.get(chosen?.id ?? '');
        if (domain) onChange(domain);
      }}
      read={find}
      isRequired
      hint={hint}
      error={error}
    />
  );
}
