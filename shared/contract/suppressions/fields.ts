// Suppressions: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const SUPPRESSION_FIELDS: FieldDescriptions = {
  email: 'The address, in lower case',
  origin:
    '`bounce`: an email to the address bounced; `complaint`: an email was reported as spam; `manual`: the address was added by hand',
  source_id: 'Id of the email that caused the entry; null: it was added by hand',
  smtp_reply: 'Reply of the server that refused the email; null: there was none',
  created_at: 'When the address was added',
  deleted: 'True: the entry was removed',
  'createSuppression.email': 'The address: `email@domain`, without a name',
  'listSuppressions.email': 'Only the entry of this address',
  'listSuppressions.origin': 'Only entries with this origin',
  'addSuppressions.emails': 'Up to 1,000 addresses: `email@domain`, without a name',
  'removeSuppressions.emails': 'Up to 1,000 addresses; cannot be combined with `ids`',
  'removeSuppressions.ids': 'Up to 1,000 ids of entries; cannot be combined with `emails`',
  'AddedSuppressions.data': 'The entry of each address, in the order of the request',
  'RemovedSuppressions.data':
    'The entries that were removed, in the order of the request. What was not on the list is left out',
  'data.object': 'Type of the object',
  'data.id': 'Id of the entry',
  'data.deleted': 'True: the entry was removed',
};
