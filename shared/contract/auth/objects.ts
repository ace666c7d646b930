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
      confirmed: field.flag('True: the person used a mailed link to prove that they own the address'),
      second_factor: field.flag('True: signing in also requires a code'),
      recovery_codes_left: field.count('Number of unused recovery codes'),
    }),
    account: field.group('The account that the session is for', { ...NAMED, suspension: SUSPENSION }),
    role: field.oneOf('Role of the person in the account: `owner`, `admin`, `member` or `viewer`', ROLES),
    accounts: field.groups('All accounts of the person, oldest membership first', {
      ...NAMED,
      role: field.oneOf('Role of the person in this account', ROLES),
    }),
    csrf_token: field.text(
      'Value of the `X-CSRF-Token` header that requests with this session must have, except GET',
    ),
    expires_at: field.time(
      'When the session ends if it is not used again: 14 days from now, at most 90 days after it started',
    ),
  },
  TotpChallenge: {
    object: field.type('totp_challenge'),
    expires_at: field.time('Deadline for the second factor, 5 minutes after the password'),
  },
  PasswordResetRequest: {
    object: field.type('password_reset_request'),
    email: field.text('The address in the request, whether or not it belongs to a person'),
  },
  TotpSetup: {
    object: field.type('totp_setup'),
    secret: field.text('Secret for the authenticator app, in base32. Only this response contains it'),
    uri: field.text('The secret as an `otpauth:` URI, for a QR code'),
  },
  RecoveryCodes: {
    object: field.type('recovery_codes'),
    codes: field.texts('Ten recovery codes. Each signs in once. Only this response contains them'),
  },
  SessionItem: {
    id: field.id('Id of the session'),
    account_id: field.id('Id of the account that the session is for'),
    is_current: field.flag('True: the request was made with this session'),
    address: field.textOrNull('IP address that started the session; null: unknown'),
    user_agent: field.textOrNull('User-Agent that started the session; null: unknown'),
    created_at: field.time('When the session was started'),
    last_used_at: field.time('When the session was last used, accurate to the minute'),
    expires_at: field.time('When the session ends if it is not used again'),
  },
  DeletedSession: field.deleted('session', 'True: the session was ended'),
  EndedSessions: {
    object: field.type('ended_sessions'),
    count: field.count('Number of sessions that ended'),
  },
} as const satisfies Record<string, field.ObjectFields>;
