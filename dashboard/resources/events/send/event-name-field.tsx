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
          ? 'Choose a defined event, or enter any name.'
          : isDefined
            ? 'This event is defined: Posthorn checks the payload against its fields.'
            : 'This event has no definition. Any payload is accepted.'
      }
      error={error}
    />
  );
}
