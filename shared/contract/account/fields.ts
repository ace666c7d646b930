// The account: descriptions of its fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

/** The fields of a request for production access, alone and in the account. */
const ACCESS_REQUEST_FIELDS: FieldDescriptions = {
  id: 'Id of the request',
  website: 'Website of the sender, a URL with `https` or `http`',
  use_case: 'What will be sent, and to whom: 20 to 2,000 characters',
  monthly_volume: 'How many emails will be sent per month, about',
  status: '`pending`, `granted` or `denied`',
  reason: 'Why the operator has denied the request; null: it is not denied, or the operator gave no reason',
  created_at: 'When the request was made',
  decided_at: 'When the operator has decided; null: not yet',
};

const within = (scope: string, fields: FieldDescriptions): FieldDescriptions =>
  Object.fromEntries(Object.entries(fields).map(([name, meaning]) => [`${scope}.${name}`, meaning]));

export const ACCOUNT_FIELDS: FieldDescriptions = {
  'Account.name': 'Name of the account',
  'updateAccount.name': 'New name of the account, one line of up to 200 characters',
  plan: 'Plan of the account, which limits it (`GET /usage`): `free`, `pro`, `scale`, `unlimited`, or another of the operator',
  production_access:
    'False: the account is in the sandbox and may only send to the simulator, to its members and to confirmed addresses',
  production_access_request: 'The latest request for production access; null: there was none',
  ...within('Account.production_access_request', ACCESS_REQUEST_FIELDS),
  ...within('ProductionAccessRequest', ACCESS_REQUEST_FIELDS),
  ...within('requestProductionAccess', ACCESS_REQUEST_FIELDS),
  email: 'The address, in lower case',
  'confirmAddress.email': 'Address to which a link is mailed, `email@domain` without a name',
  status: '`confirmed`, or `pending`: its owner has a link and has not used it yet',
  confirmed_at: 'When the address was confirmed; null: not yet',
};
