// The filters that every list of received events has: by contact and by time.
import { WHOLE_ADDRESS } from '../../../format/whole-address.ts';
import type { FilterControl } from '../../../lists/parts/filters.tsx';

/** A whole id or a whole address: a part of one is not a contact. */
const CONTACT = new RegExp(`^[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}$|${WHOLE_ADDRESS.source}`, 'i');

export const RECEIVED_FILTERS: readonly FilterControl[] = [
  {
    kind: 'text',
    name: 'contact_id',
    label: 'Address or id of the contact',
    short: 'Contact',
    placeholder: 'Contact: address or id',
    accepts: CONTACT,
  },
  {
    kind: 'choice',
    name: 'since',
    label: 'Time',
    options: [
      { id: '1 hour ago', label: 'Last hour' },
      { id: '24 hours ago', label: 'Last 24 hours' },
      { id: '7 days ago', label: 'Last 7 days' },
    ],
  },
];
