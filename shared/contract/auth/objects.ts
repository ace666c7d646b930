// Signing in: the objects in answers, as JSON Schemas.
import { SUSPENSION } from '../account/suspension.ts';
import { ROLES } from '../members/values.ts';
import * as field from '../shapes.ts';

const NAMED = { id: field.id('Id of the account'), name: field.text('Name of the account') } as const;

/** Name of an object → its fields. */
export const AUTH_OBJECTS = {
  Session: {
    object: field.type('session'),
    id: field.id('Id of the session'),
    person: field.group('The person who has signed in', {
      id: field.id('Id of the person'),
      email: field.text('Address of the person, in lower case, with its domain in ASCII'),
      name: field.text('Name of the person'),
      confirmed: field.flag('True: the person has shown by a mailed link that the address is theirs'),
      second_factor: field.flag('True: signing in needs a code too'),
      recovery_codes_left: field.count('How many recovery codes are left'),
    }),
    account: field.group('The account in which the session acts', { ...NAMED, suspension: SUSPENSION }),
    role: field.oneOf('Role of the person in the account: `owner`, `admin`, `member` or `viewer`', ROLES),
    accounts: field.groups('All accounts of the person, the one of the oldest membership first', {
      ...NAMED,
      role: field.oneOf('Role of the person in this account', ROLES),
    }),
    csrf_token: field.text(
      'What the header `X-CSRF-Token` of a request with the session must be, unless it is a GET',
    ),
    expires_at: field.time(
      'When the session ends if it is not used again: 14 days from now, 90 days after its start at most',
    ),
  },
  TotpChallenge: {
    object: field.type('totp_challenge'),
    expires_at: field.time('Until when the second factor may follow: for five minutes'),
  },
  PasswordResetRequest: {
    object: field.type('password_reset_request'),
    email: field.text('The address of the request. It says nothing about whether it belongs to a person'),
  },
  TotpSetup: {
    object: field.type('totp_setup'),
    secret: field.text('Secret for the authenticator app, in base32. It is shown once'),
    uri: field.text('The secret as an `otpauth:` URI, for a QR code'),
  },
  RecoveryCodes: {
    object: field.type('recovery_codes'),
    codes: field.texts('Ten recovery codes, each of which signs in once. They are shown once'),
  },
  SessionItem: {
    id: field.id('Id of the session'),
    account_id: field.id('Id of the account in which the session acts'),
    is_current: field.flag('True: it is the session of this request'),
    address: field.textOrNull('IP address from which the session was started; null: unknown'),
    user_agent: field.textOrNull('User-Agent with which the session was started; null: unknown'),
    created_at: field.time('When the session was started'),
    last_used_at: field.time('When the session was last used, to the minute'),
    expires_at: field.time('When the session ends if it is not used again'),
  },
  DeletedSession: field.deleted('session', 'True: the session was ended'),
  EndedSessions: { object: field.type('ended_sessions'), count: field.count('How many sessions were ended') },
} as const satisfies Record<string, field.ObjectFields>;
