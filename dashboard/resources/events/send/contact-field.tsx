// The contact of an event: chosen among those of the audience of the domain, or an address, which becomes a contact.
import { callUntil } from '../../../api/call.ts';
import type { ContactItem } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { ComboBox, type ComboValue } from '../../../design/fields/combo/combo-box.tsx';
import { WHOLE_ADDRESS } from '../../../format/whole-address.ts';

/** The number of offered options. */
const OFFERED = 20;

interface ContactFieldProps {
  value: ComboValue | undefined;
  onChange(value: ComboValue | undefined): void;
  /** The audience of the domain; undefined: it is not known yet. */
  audienceId: string | undefined;
  error: string | undefined;
  /** False once another domain was chosen: the field is made again then, and must not take the focus. */
  autoFocus: boolean;
}

/** The field. */
export function ContactField({ value, onChange, audienceId, error, autoFocus }: ContactFieldProps) {
  const find = async (text: string, signal: AbortSignal) => {
    if (audienceId === undefined) return [];
    // A whole address is found among all contacts, a text among those that are near.
    const query = { limit: OFFERED, ...(WHOLE_ADDRESS.test(text) ? { email: text } : { q: text }) };
    const { data } = await callUntil(signal, 'listAudienceContacts', { id: audienceId, query });
    return data.map(optionOf);
  };
  return (
    <ComboBox
      // Its options belong to another audience then.
      key={audienceId}
      label="Contact"
      value={value}
      onChange={onChange}
      read={find}
      isFreeText
      newLabel="New contact"
      autoFocus={autoFocus}
      isRequired
      placeholder="Address of a contact"
      hint={useContactHint(value, audienceId)}
      error={error}
    />
  );
}

function optionOf({ id, email, first_name, last_name }: ContactItem) {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return { id, label: email, ...(name !== '' && { hint: name }) };
}

/** The hint about a typed address. */
function useContactHint(value: ComboValue | undefined, audienceId: string | undefined): string | undefined {
  const typed = value && value.id === undefined && WHOLE_ADDRESS.test(value.label) ? value.label : undefined;
  const { data } = useCall(
    'listAudienceContacts',
    { id: audienceId ?? '', query: { email: typed ?? '', limit: 1 } },
    { isEnabled: typed !== undefined && audienceId !== undefined },
  );
  if (typed === undefined) return 'Choose a contact, or enter a new address.';
  if (!data) return undefined;
  return data.data.length > 0
    ? 'This address is already a contact.'
    : 'This address is not a contact yet. Sending the event adds it, which also starts automations for new contacts.';
}
