// The list of the contact properties of an account.
import type { List } from '../../../platform/db/list.ts';
import { CONTACT_PROPERTY_COLUMNS, type ContactProperty } from './contact-property.ts';

export const CONTACT_PROPERTY_LIST: List<ContactProperty> = {
  columns: CONTACT_PROPERTY_COLUMNS,
  from: 'contact_properties',
  within: 'account_id',
};
