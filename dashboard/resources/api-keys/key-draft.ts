// What the form of an API key has in its fields, and what it becomes for the API. A change names only the fields that
// are other than before.
import type { ApiKey, CreateApiKeyBody, UpdateApiKeyBody } from '../../api/generated/types.ts';
import { fromLocalInput, toLocalInput } from '../../format/local-time.ts';

/** The fields. */
export interface KeyDraft {
  name: string;
  permission: ApiKey['permission'];
  /** Empty: every domain. */
  domainId: string;
  expiry: Expiry;
  /** The date as its field has it; counts with the expiry `date`. */
  expiresOn: string;
  /** One address or range a line. */
  addresses: string;
}

/** When the key expires. */
export type Expiry = 'never' | '30' | '90' | 'date';

/** A new key: it may only send, which is what most programs need. */
export const NEW_KEY: KeyDraft = {
  name: '',
  permission: 'sending_access',
  domainId: '',
  expiry: 'never',
  expiresOn: '',
  addresses: '',
};

/** The fields of a key that exists. */
export function draftOf(key: ApiKey): KeyDraft {
  return {
    name: key.name,
    permission: key.permission,
    domainId: key.domain_id ?? '',
    expiry: key.expires_at === null ? 'never' : 'date',
    expiresOn: key.expires_at === null ? '' : toLocalInput(key.expires_at),
    addresses: (key.allowed_addresses ?? []).join('\n'),
  };
}

/** The body of `POST /api-keys`. */
export function createBody(draft: KeyDraft): CreateApiKeyBody {
  const { name, permission } = draft;
  return {
    name: name.trim(),
    permission,
    domain_id: domainOf(draft),
    expires_at: expiryOf(draft),
    allowed_addresses: addressesOf(draft),
  };
}

/** The body of `PATCH /api-keys/:id`; undefined: nothing has changed. */
export function changeBody(key: ApiKey, draft: KeyDraft): UpdateApiKeyBody | undefined {
  const before = draftOf(key);
  const isOther = (field: keyof KeyDraft) => draft[field] !== before[field];
  const domain = domainOf(draft);
  const body: UpdateApiKeyBody = {
    ...(isOther('name') && { name: draft.name.trim() }),
    ...(isOther('permission') && { permission: draft.permission }),
    ...(domain !== key.domain_id && { domain_id: domain }),
    ...((isOther('expiry') || isOther('expiresOn')) && { expires_at: expiryOf(draft) }),
    ...(isOther('addresses') && { allowed_addresses: addressesOf(draft) }),
  };
  return Object.keys(body).length === 0 ? undefined : body;
}

/** Only a key that does nothing but send can be bound to a domain. */
function domainOf({ permission, domainId }: KeyDraft): string | null {
  return permission === 'sending_access' && domainId !== '' ? domainId : null;
}

/** An unfinished date is sent to the API unchanged, which explains the fault. */
function expiryOf({ expiry, expiresOn }: KeyDraft): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'date') return fromLocalInput(expiresOn) || expiresOn;
  return `in ${expiry} days`;
}

function addressesOf({ addresses }: KeyDraft): string[] | null {
  const lines = addresses.split(/[\n,]/).map((line) => line.trim());
  const named = lines.filter((line) => line !== '');
  return named.length === 0 ? null : named;
}
