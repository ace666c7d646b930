// The account: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { FLAG, ID, inner, type ObjectFields, TEXT, TEXT_OR_NULL, TIME, TIME_OR_NULL } from '../shapes.ts';
import { ACCESS_REQUEST_STATUSES, CONFIRMED_ADDRESS_STATUSES } from './values.ts';

const ACCESS_REQUEST = {
  id: ID,
  website: TEXT,
  use_case: TEXT,
  monthly_volume: { type: 'integer', minimum: 1 },
  status: { enum: ACCESS_REQUEST_STATUSES },
  reason: TEXT_OR_NULL,
  created_at: TIME,
  decided_at: TIME_OR_NULL,
} as const;
const CONFIRMED_ADDRESS = {
  email: TEXT,
  status: { enum: CONFIRMED_ADDRESS_STATUSES },
  confirmed_at: TIME_OR_NULL,
} as const;

/** Name of an object → its fields. */
export const ACCOUNT_OBJECTS = {
  Account: {
    object: { const: 'account' },
    id: ID,
    name: TEXT,
    plan: TEXT,
    production_access: FLAG,
    production_access_request: { anyOf: [inner(ACCESS_REQUEST), { type: 'null' }] },
    created_at: TIME,
  },
  ProductionAccessRequest: { object: { const: 'production_access_request' }, ...ACCESS_REQUEST },
  ConfirmedAddressItem: CONFIRMED_ADDRESS,
  ConfirmedAddress: { object: { const: 'confirmed_address' }, ...CONFIRMED_ADDRESS },
} as const satisfies Record<string, ObjectFields>;
