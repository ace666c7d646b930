// A field that finds a contact by address or name. It is loaded with its users, because it needs React Aria.
import { callUntil } from '../api/call.ts';
import type { ContactItem, ListContactsQuery } from '../api/generated/types.ts';
import { ComboBox } from '../design/fields/combo/combo-box.tsx';
import { WHOLE_ADDRESS } from '../format/whole-address.ts';

const OFFERED = 20;

/** A contact as the field shows it. */
export interface ChosenContact {
  id: string;
  label: string;
}

interface ContactFieldProps {
  value: ChosenContact | undefined;
  onChange(contact: ChosenContact | undefined): void;
  hint: string;
  /** The chosen one was deleted. */
  isGone?: boolean;
  /** Only contacts of this audience; absent: of the default one. */
  audienceId?: string;
  error?: string | undefined;
}

export function ContactField({
  value,
  onChange,
  hint,
  isGone = false,
  audienceId,
  error,
}: ContactFieldProps) {
  const read = async (text: string, signal: AbortSignal) => {
    const { data } = await callUntil(signal, 'listContacts', { query: queryFor(text, audienceId) });
    return data.map(optionOf);
  };
  return (
    <ComboBox
      label="Contact"
      // Its options belong to another audience then.
      key={audienceId}
      value={value}
      onChange={(next) => onChange(next?.id ? { id: next.id, label: next.label } : undefined)}
      read={read}
      placeholder="Address or name"
      hint={hint}
      error={isGone ? 'This contact no longer exists. Choose another one.' : error}
    />
  );
}

/** A whole address is found among all contacts, a text among those that are near. */
function queryFor(text: string, audienceId: string | undefined): ListContactsQuery {
  return {
    limit: OFFERED,
    ...(WHOLE_ADDRESS.test(text) ? { email: text } : text && { q: text }),
    ...(audienceId !== undefined && { audience_id: audienceId }),
  };
}

function optionOf({ id, email, first_name, last_name }: ContactItem) {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return { id, label: email, ...(name !== '' && { hint: name }) };
}
