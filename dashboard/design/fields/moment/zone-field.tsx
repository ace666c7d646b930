// A field that finds a time zone by its name. It is loaded with its users, because it needs React Aria.
import { useState } from 'react';
import { ComboBox } from '../combo/combo-box.tsx';

/** The number of zones that are offered. */
const SHOWN = 50;

interface ZoneFieldProps {
  /** IANA name. */
  zone: string;
  onChange(zone: string): void;
  error?: string | undefined;
}

export function ZoneField({ zone, onChange, error }: ZoneFieldProps) {
  const [names] = useState(() => Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id })));
  const read = (text: string) => {
    const words = text.toLowerCase().replaceAll(' ', '_');
    return Promise.resolve(names.filter(({ id }) => id.toLowerCase().includes(words)).slice(0, SHOWN));
  };
  return (
    <ComboBox
      label="Time zone"
      value={{ id: zone, label: zone }}
      onChange={(chosen) => chosen?.id !== undefined && onChange(chosen.id)}
      read={read}
      placeholder="Europe/Berlin"
      error={error}
    />
  );
}
