// Suppressions: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { SUPPRESSION_ORIGINS } from './values.ts';

/** An entry in a list. */
export const SUPPRESSION_ITEM = {
  id: field.ID,
  email: field.text('The address, in lower case'),
  origin: field.oneOf(
    '`bounce`: an email to the address bounced; `complaint`: an email was reported as spam; `manual`: the address was added manually',
    SUPPRESSION_ORIGINS,
  ),
  source_id: field.idOrNull('Id of the email that caused the entry; null: it was added manually'),
  smtp_reply: field.textOrNull('Reply of the server that refused the email; null: there was none'),
  report_id: field.idOrNull('Id of the mailed report that caused the entry; null: there was none'),
  created_at: field.time('When the address was added'),
} as const;

const REPORT = {
  ...field.inner({
    id: field.id('Id of the report'),
    received_at: field.time('When the report arrived'),
    size: field.count('Size of the stored part of the report, in bytes'),
    download_url: field.uri('Link that downloads the original without an API key until `expires_at`'),
    expires_at: field.time('When `download_url` expires'),
  }),
  description: 'The report in `report_id`; null: there was none, or it is no longer stored',
  type: ['object', 'null'],
} as const;

const DELETED_SUPPRESSION = field.deleted('suppression', 'True: the entry was removed');

/** Name of an object → its fields. */
export const SUPPRESSION_OBJECTS = {
  SuppressionItem: SUPPRESSION_ITEM,
  Suppression: { object: field.type('suppression'), ...SUPPRESSION_ITEM, report: REPORT },
  DeletedSuppression: DELETED_SUPPRESSION,
  AddedSuppressions: {
    data: field.groups('The entry of each address, in the order of the request', {
      object: field.type('suppression'),
      id: field.id('Id of the entry'),
      added: field.flag('True: the address was not on the list before'),
    }),
  },
  RemovedSuppressions: {
    data: field.groups(
      'The removed entries, in the order of the request. Addresses that were not on the list are left out',
      { ...DELETED_SUPPRESSION, id: field.id('Id of the entry') },
    ),
  },
} as const satisfies Record<string, field.ObjectFields>;
