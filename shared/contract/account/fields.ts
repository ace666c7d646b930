// The account: descriptions of its fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const ACCOUNT_FIELDS: FieldDescriptions = {
  'Account.name': 'Name of the account',
  'updateAccount.name': 'New name of the account, one line of up to 200 characters',
  plan: 'Plan of the account, which limits it (`GET /usage`): `free`, `pro`, `scale`, `unlimited`, or another of the operator',
  production_access:
    'False: the account is in the sandbox and may only send to the simulator, to its members and to confirmed addresses',
  production_access_request: 'The latest request for production access; null: there was none',
  website: 'Website of the sender, a URL with `https` or `http`',
  use_case: 'What will be sent, and to whom: 20 to 2,000 characters',
  monthly_volume: 'How many emails will be sent per month, about',
  'Account.production_access_request.id': 'Id of the request',
  'Account.production_access_request.status': '`pending`, `granted` or `denied`',
  'Account.production_access_request.created_at': 'When the request was made',
  'ProductionAccessRequest.id': 'Id of the request',
  'ProductionAccessRequest.status': '`pending`, `granted` or `denied`',
  'ProductionAccessRequest.created_at': 'When the request was made',
  reason: 'Why the operator has denied the request; null: it is not denied, or the operator gave no reason',
  decided_at: 'When the operator has decided; null: not yet',
  email: 'The address, in lower case',
  'confirmAddress.email': 'Address to which a link is mailed, `email@domain` without a name',
  status: '`confirmed`, or `pending`: its owner has a link and has not used it yet',
  confirmed_at: 'When the address was confirmed; null: not yet',
};
