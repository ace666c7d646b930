// The fields of an API key, for a new one and for a change.
import { useCall } from '../../api/use-call.ts';
import { RadioCards } from '../../design/fields/radio-cards.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextArea } from '../../design/fields/text-area.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import type { DraftForm } from '../../records/change-dialog.tsx';
import type { Expiry, KeyDraft } from './key-draft.ts';

/** The fields that show their own errors, as the API names them. */
export const KEY_FIELDS = ['name', 'domain_id', 'expires_at', 'allowed_addresses'];

const PERMISSIONS = [
  {
    id: 'sending_access',
    label: 'Sending access',
    hint: 'Can send emails and batches. Cannot read anything.',
  },
  {
    id: 'full_access',
    label: 'Full access',
    hint: 'Can use every API operation, except those on keys, members and the account.',
  },
];
const EXPIRIES = [
  { id: 'never', label: 'Never' },
  { id: '30', label: 'In 30 days' },
  { id: '90', label: 'In 90 days' },
  { id: 'date', label: 'On a date…' },
];
/** Stands for no domain: a choice cannot have an empty id. */
const EVERY = 'every';

/** The fields. */
export function KeyFields({ draft, set, field }: Pick<DraftForm<KeyDraft>, 'draft' | 'set' | 'field'>) {
  return (
    <>
      <TextField
        {...field('name')}
        label="Name"
        hint="Where you use the key, such as “Shop, production”."
        maxLength={200}
        isRequired
        autoFocus
      />
      <RadioCards {...field('permission')} label="Permission" options={PERMISSIONS} />
      {draft.permission === 'sending_access' && <DomainField {...field('domainId', 'domain_id')} />}
      <ExpiryFields draft={draft} onChange={set} error={field('expiry', 'expires_at').error} />
      <TextArea
        {...field('addresses', 'allowed_addresses')}
        label="Allowed addresses"
        hint="IP addresses and ranges that can use this key, one per line. Leave empty to allow any address."
        placeholder={'203.0.113.7\n2001:db8::/32'}
        rows={2}
        isMono
      />
    </>
  );
}

interface DomainFieldProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

function DomainField({ value, onChange, error }: DomainFieldProps) {
  const { data } = useCall('listDomains', { query: { limit: 100 } });
  return (
    <Select
      label="Domain"
      value={value || EVERY}
      onChange={(id) => onChange(id === EVERY ? '' : id)}
      options={[
        { id: EVERY, label: 'All domains of the account' },
        ...(data?.data ?? []).map(({ id, name }) => ({ id, label: name })),
      ]}
      error={error}
    />
  );
}

interface ExpiryFieldsProps {
  draft: KeyDraft;
  onChange(changed: Partial<KeyDraft>): void;
  error: string | undefined;
}

function ExpiryFields({ draft, onChange, error }: ExpiryFieldsProps) {
  const isDate = draft.expiry === 'date';
  return (
    <>
      <Select
        label="Expires"
        value={draft.expiry}
        onChange={(id) => onChange({ expiry: id as Expiry })}
        options={EXPIRIES}
        error={isDate ? undefined : error}
      />
      {isDate && (
        <TextField
          label="Expires at"
          type="datetime-local"
          value={draft.expiresOn}
          onChange={(expiresOn) => onChange({ expiresOn })}
          hint="In your time zone."
          error={error}
        />
      )}
    </>
  );
}
