// The account: the objects in answers, as JSON Schemas.
import { LINK_MAIL } from '../invitations/link-mail.ts';
import { REPUTATION } from '../reputation/fields.ts';
import * as field from '../shapes.ts';
import { SUSPENSION } from './suspension.ts';
import { ACCESS_REQUEST_STATUSES, CONFIRMED_ADDRESS_STATUSES } from './values.ts';

const ACCESS_REQUEST = {
  id: field.id('Id of the request'),
  website: field.text('Website of the sender, an `https` or `http` URL'),
  use_case: field.text('What the account will send and who receives it: 20 to 2,000 characters'),
  monthly_volume: field.positive('Approximate number of emails per month'),
  status: field.oneOf('`pending`, `granted` or `denied`', ACCESS_REQUEST_STATUSES),
  reason: field.textOrNull(
    'Why the operator denied the request; null: it is not denied, or the operator gave no reason',
  ),
  created_at: field.time('When the request was made'),
  decided_at: field.timeOrNull('When the operator decided; null: not yet'),
} as const;
const CONFIRMED_ADDRESS = {
  email: field.text('The address, in lower case'),
  status: field.oneOf(
    '`confirmed`, or `pending`: the owner was sent a link and has not used it yet',
    CONFIRMED_ADDRESS_STATUSES,
  ),
  confirmed_at: field.timeOrNull('When the address was confirmed; null: not yet'),
  ...LINK_MAIL,
} as const;

/** Name of an object → its fields. */
export const ACCOUNT_OBJECTS = {
  Account: {
    object: field.type('account'),
    id: field.ID,
    name: field.text('Name of the account'),
    plan: field.text(
      'Plan of the account, which sets its limits (`GET /usage`): `free`, `pro`, `scale`, `unlimited`, or one that the operator defined',
    ),
    production_access: field.flag(
      'False: the account is in the sandbox and can send only to the simulator, its members and confirmed addresses',
    ),
    production_access_request: {
      description: 'The latest request for production access; null: there was none',
      anyOf: [field.inner(ACCESS_REQUEST), { type: 'null' }],
    },
    default_audience_id: field.id('Id of the default audience, for requests that do not name one'),
    default_domain: {
      description: 'The default domain, for requests that do not name one; null: there is none',
      anyOf: [
        field.inner({
          id: field.ID,
          name: field.text('The domain name'),
          audience_id: field.id('Id of its audience'),
        }),
        { type: 'null' },
      ],
    },
    warnings: field.texts('Settings that may be a mistake, and how to fix them, in sentences'),
    create_properties: field.flag(
      'Whether saving or importing contacts creates missing contact properties when the request does not say',
    ),
    reputation: field.group(
      'Reputation of the account, over all its domains that are not paused',
      REPUTATION,
    ),
    suspension: SUSPENSION,
    created_at: field.CREATED_AT,
  },
  AccountDeletion: {
    object: field.type('account_deletion'),
    account_id: field.id('Id of the account, which is now suspended'),
    requested_at: field.time('When the deletion was first requested'),
    deletes_at: field.time(
      'When the deletion begins, 7 days after the request; until then it can be canceled',
    ),
  },
  ProductionAccessRequest: { object: field.type('production_access_request'), ...ACCESS_REQUEST },
  ConfirmedAddressItem: CONFIRMED_ADDRESS,
  ConfirmedAddress: { object: field.type('confirmed_address'), ...CONFIRMED_ADDRESS },
} as const satisfies Record<string, field.ObjectFields>;
