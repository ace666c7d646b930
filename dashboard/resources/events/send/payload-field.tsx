// The payload of an event as JSON. The fields of a schema are filled in with samples, until one has typed something else.
import { useEffect, useRef } from 'react';
import { TextArea } from '../../../design/fields/text-area.tsx';
import type { Schema } from '../definitions/schema-draft.ts';
import { schemaInShort } from '../definitions/schema-words.ts';
import { samplePayload } from './event-draft.ts';

interface PayloadFieldProps {
  value: string;
  onChange(value: string): void;
  /** Null: any payload. */
  schema: Schema;
  error: string | undefined;
}

const ROWS_MAX = 12;

/** The field. */
export function PayloadField({ value, onChange, schema, error }: PayloadFieldProps) {
  const sample = samplePayload(schema, new Date().toISOString().slice(0, 10));
  const filled = useRef('');
  const isUntouched = value === '' || value === filled.current;
  const fill = useRef(onChange);
  fill.current = onChange;
  useEffect(() => {
    if (!isUntouched || sample === filled.current) return;
    filled.current = sample;
    fill.current(sample);
  }, [isUntouched, sample]);
  return (
    <TextArea
      label="Payload"
      value={value}
      onChange={onChange}
      rows={Math.min(ROWS_MAX, Math.max(4, sample.split('\n').length))}
      isMono
      hint={
        schema === null || Object.keys(schema).length === 0
          ? 'Optional. A JSON object of up to 64 KiB.'
          : `JSON. Its definition has: ${schemaInShort(schema)}.`
      }
      error={error}
    />
  );
}
