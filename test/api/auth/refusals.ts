// What signing in and its sessions refuse (docs/reference/auth.md, docs/reference/invitations.md,
// docs/reference/passwords.md).
import type { Pool } from 'pg';
import { PERSON_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createInvitation } from '../../support/factories/invitation-factories.ts';
import { PASSWORD } from '../../support/factories/people-factories.ts';
import { each, type Refusal } from '../refusal.ts';
import { createLink } from './links.ts';

/** Passwords that a person with the address may not choose. */
const unusable = (email: string) =>
  each(
    'password',
    'nine char',
    'p'.repeat(257),
    ' '.repeat(12),
    '\u200b\u3000\t\n'.repeat(3),
    email,
    `  ${email.toUpperCase()} `,
  );

/** Gives the only person of the account an address. */
const named = (email: string) => async (pool: Pool, accountId: string) => {
  const ofAccount = 'SELECT person_id FROM members WHERE account_id = $2';
  await pool.query(`UPDATE people SET email = $1 WHERE id IN (${ofAccount})`, [email, accountId]);
  return {};
};

const invited =
  (which: 'shownToken' | 'mailedToken', email?: string) => async (pool: Pool, accountId: string) => ({
    token: (await createInvitation(pool, { accountId, ...(email && { email }) }))[which],
  });

/** A new person gives both, by either link. */
const WITHOUT = {
  operation: 'acceptInvitation',
  error: 'missing_required_field',
  bodies: [
    ...each('name', undefined, ' '),
    ...each('password', undefined, null),
    { name: undefined, password: undefined },
    ...each('token', undefined),
  ],
} satisfies Partial<Refusal>;

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a body without a required field with missing_required_field 422, and names the field.',
    operation: 'changePassword',
    error: 'missing_required_field',
    bodies: [...each('current_password', undefined), ...each('password', undefined)],
  },
  {
    rule: 'Rejects a body without a required field with missing_required_field 422, and names the field.',
    operation: 'disableTotp',
    error: 'missing_required_field',
    bodies: each('password', undefined),
  },
  {
    rule: 'Rejects a sign-in without address or password with missing_required_field 422.',
    operation: 'login',
    error: 'missing_required_field',
    bodies: [...each('email', undefined, null, ''), ...each('password', undefined, null, '')],
  },
  {
    rule: 'Rejects an impossible address or password with validation_error 422, names the field, and counts no failure.',
    operation: 'login',
    bodies: [
      ...each('email', '<b>ada</b>@acme.dev', 'Ada <ada@acme.dev>', `${'a'.repeat(991)}@acme.dev`),
      ...each('email', 'ada@acme.dev\r\nBcc: bo@acme.dev', ['ada@acme.dev'], { $ne: '' }),
      ...each('password', 'x'.repeat(257), 1_234_567_890, ['correct horse battery'], true),
    ],
    wholes: [{ email: 'ada@acme.dev', password: 'x\0y' }],
  },
  {
    rule: 'Rejects both or neither of code and recovery_code with validation_error 422.',
    operation: 'answerTotpChallenge',
    says: 'recovery_code',
    wholes: [{}, { code: '' }, { code: '123456', recovery_code: 'aaaa-bbbb-cccc-dddd' }],
  },
  {
    rule: 'Rejects both or neither of code and recovery_code with validation_error 422.',
    operation: 'answerTotpChallenge',
    bodies: each('code', 123_456, ['123456'], { a: 1 }, 'x'.repeat(1_000), true),
  },
  {
    rule: 'Rejects a request for a link without an address with missing_required_field 422, and one with another text with validation_error 422.',
    operation: 'forgotPassword',
    error: 'missing_required_field',
    bodies: each('email', undefined, null, ''),
  },
  {
    rule: 'Rejects a request for a link without an address with missing_required_field 422, and one with another text with validation_error 422.',
    operation: 'forgotPassword',
    bodies: each('email', 'ada', 'Ada <ada@acme.dev>', 'ada@acme.dev\r\nBcc: eve@evil.dev', 1, [
      'ada@acme.dev',
    ]),
  },
  {
    rule: 'Rejects a reset without a token or a password with missing_required_field 422.',
    operation: 'resetPassword',
    error: 'missing_required_field',
    bodies: [...each('token', null, ''), ...each('password', undefined)],
    wholes: [{}],
  },
  {
    rule: 'Rejects a password that is shorter than 10 or longer than 256 characters, blank, or the own address with validation_error 422 for the field password, and changes nothing.',
    operation: 'changePassword',
    prepare: named('ada@changes.dev'),
    bodies: unusable('ada@changes.dev'),
  },
  {
    rule: 'Rejects a password that is shorter than 10 or longer than 256 characters, blank, or the own address with validation_error 422 for the field password, and changes nothing.',
    operation: 'resetPassword',
    async prepare(pool, accountId) {
      await named('ada@resets.dev')(pool, accountId);
      return { token: await createLink({ pool, clock: createSystemClock() }, 'ada@resets.dev') };
    },
    bodies: unusable('ada@resets.dev'),
  },
  {
    rule: 'Asks a new person for name and password with missing_required_field 422, and leaves the invitation unchanged.',
    ...WITHOUT,
    prepare: invited('shownToken'),
  },
  {
    rule: 'Asks a new person for name and password with missing_required_field 422, and leaves the invitation unchanged.',
    ...WITHOUT,
    prepare: invited('mailedToken'),
  },
  {
    rule: 'Rejects a password that may not be chosen, and a name that is longer than 200 characters or has control characters, with validation_error 422.',
    operation: 'acceptInvitation',
    prepare: invited('mailedToken', 'bo@accepts.dev'),
    bodies: [
      ...each('password', 'too short', 'x'.repeat(257), ' '.repeat(12), 'BO@ACCEPTS.DEV', [PASSWORD]),
      ...each('name', 'x'.repeat(PERSON_NAME_MAX_LENGTH + 1), 'x'.repeat(1_000), 'Bo\r\nBcc: al@team.dev'),
      ...each('name', 'Bo\u001b[31m', { first: 'Bo' }),
    ],
  },
  {
    rule: 'Rejects a name that is empty, longer than 200 characters, no text or has control characters with validation_error 422.',
    operation: 'updateProfile',
    bodies: [
      ...each('name', '', ' ', 'x'.repeat(PERSON_NAME_MAX_LENGTH + 1), 'x'.repeat(1_000), null, 5, [], {}),
      ...each('name', 'Ada\r\nBcc: x@y.dev', 'Ada\u0007', 'Ada\u0085'),
    ],
  },
  {
    rule: 'Rejects a switch without account_id with missing_required_field 422, and a malformed one with validation_error 422.',
    operation: 'switchAccount',
    error: 'missing_required_field',
    bodies: each('account_id', undefined, null, ''),
  },
  {
    rule: 'Rejects a switch without account_id with missing_required_field 422, and a malformed one with validation_error 422.',
    operation: 'switchAccount',
    bodies: each('account_id', 'x', "' OR 1=1 --", 5),
  },
];
