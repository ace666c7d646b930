// Descriptions of the fields and parameters of auth (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const AUTH_FIELDS: FieldDescriptions = {
  email: 'Address of the person',
  password: 'Password of the person',
  token: 'Token of the link',
  code: 'Code of the authenticator app: six digits. A code counts once',

  // Requests
  'login.email': 'Address `email@domain`, in any spelling',
  'login.password': 'Password, up to 256 characters',
  'answerTotpChallenge.recovery_code':
    'Recovery code, in place of `code`. Each signs in once; upper and lower case, hyphens and spaces make no difference',
  'answerTotpChallenge.code':
    'Code of the authenticator app: six digits. A code counts once. Exactly one of `code` and `recovery_code` must be given',
  'forgotPassword.email': 'Address to which the link is mailed, if it is that of a person',
  'resetPassword.token': 'Token of the mailed link',
  'resetPassword.password': 'The new password: 10 to 256 characters, and not your address',
  'acceptInvitation.token': 'Token of the link of the invitation',
  'acceptInvitation.name':
    'Your name, up to 200 characters. Needed if nobody has the address yet, ignored otherwise',
  'acceptInvitation.password':
    'If nobody has the address yet, the password that you choose: 10 to 256 characters, and not your address; otherwise your password',
  'updateProfile.name': 'Your name, up to 200 characters',
  'switchAccount.account_id': 'Id of one of your accounts',
  'changePassword.current_password': 'The password until now',
  'changePassword.password': 'The new password: 10 to 256 characters, and not your address',
  'setUpTotp.password': 'Your password',
  'disableTotp.password': 'Your password',

  // The session
  'Session.id': 'Id of the session',
  person: 'The person who has signed in',
  'person.id': 'Id of the person',
  'person.email': 'Address of the person, in lower case, with its domain in ASCII',
  'person.name': 'Name of the person',
  'person.confirmed': 'True: the person has shown by a mailed link that the address is theirs',
  'person.second_factor': 'True: signing in needs a code too',
  'person.recovery_codes_left': 'How many recovery codes are left',
  account: 'The account in which the session acts',
  'account.id': 'Id of the account',
  'account.name': 'Name of the account',
  role: 'Role of the person in the account: `owner`, `admin`, `member` or `viewer`',
  accounts: 'All accounts of the person, the one of the oldest membership first',
  'accounts.id': 'Id of the account',
  'accounts.name': 'Name of the account',
  'accounts.role': 'Role of the person in this account',
  csrf_token: 'What the header `X-CSRF-Token` of a request with the session must be, unless it is a GET',
  'Session.expires_at':
    'When the session ends if it is not used again: 14 days from now, 90 days after its start at most',

  // Second factors and passwords
  'TotpChallenge.expires_at': 'Until when the second factor may follow: for five minutes',
  'PasswordResetRequest.email':
    'The address of the request. It says nothing about whether it belongs to a person',
  'TotpSetup.secret': 'Secret for the authenticator app, in base32. It is shown once',
  'TotpSetup.uri': 'The secret as an `otpauth:` URI, for a QR code',
  'RecoveryCodes.codes': 'Ten recovery codes, each of which signs in once. They are shown once',

  // The list of sessions
  'SessionItem.id': 'Id of the session',
  'SessionItem.account_id': 'Id of the account in which the session acts',
  is_current: 'True: it is the session of this request',
  address: 'IP address from which the session was started; null: unknown',
  user_agent: 'User-Agent with which the session was started; null: unknown',
  'SessionItem.created_at': 'When the session was started',
  last_used_at: 'When the session was last used, to the minute',
  'SessionItem.expires_at': 'When the session ends if it is not used again',
  deleted: 'True: the session was ended',
  count: 'How many sessions were ended',
};
