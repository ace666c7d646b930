// The name of an event: of a definition, or any other.
import { useQueryClient } from '@tanstack/react-query';
import { ComboBox, type ComboValue } from '../../../design/fields/combo/combo-box.tsx';
import { findDefinitions } from './all-definitions.ts';

interface EventNameFieldProps {
  value: ComboValue | undefined;
  onChange(value: ComboValue | undefined): void;
  isDefined: boolean;
  error: string | undefined;
}

/** The field. */
export function EventNameField({ value, onChange, isDefined, error }: EventNameFieldProps) {
  const client = useQueryClient();
  return (
    <ComboBox
      label="Event"
      value={value}
      onChange={onChange}
      read={(text) => findDefinitions(client, text)}
      isFreeText
      newLabel="New event"
      isRequired
      placeholder="order.paid"
      hint={
        value === undefined
          ? 'Choose a defined one, or type any name.'
          : isDefined
            ? 'It is defined: the payload is checked by its fields.'
            : 'It is not defined, and need not be: any payload is taken.'
      }
      error={error}
    />
  );
}
