// The field for the name of an event that a program of the account sends.
import type { ComboValue } from '../../../design/fields/combo/combo-box.tsx';
import { useAllDefinitions } from '../../events/send/all-definitions.ts';
import { EventNameField } from '../../events/send/event-name-field.tsx';

interface OwnEventProps {
  value: ComboValue | undefined;
  onChange(value: ComboValue | undefined): void;
  error: string | undefined;
}

/** The field. */
export function OwnEvent({ value, ...of }: OwnEventProps) {
  const definitions = useAllDefinitions();
  const isDefined = definitions?.some(({ name }) => name === value?.label) ?? false;
  return <EventNameField value={value} isDefined={isDefined} {...of} />;
}
