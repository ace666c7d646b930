// Signing in: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ROLES } from '../members/values.ts';
import { COUNT, FLAG, ID, inner, type ObjectFields, TEXT, TEXT_OR_NULL, TEXTS, TIME } from '../shapes.ts';

const ROLE = { enum: ROLES } as const;
const NAMED = { id: ID, name: TEXT } as const;

/** Name of an object → its fields. */
export const AUTH_OBJECTS = {
  Session: {
    object: { const: 'session' },
    id: ID,
    person: inner({
      id: ID,
      email: TEXT,
      name: TEXT,
      confirmed: FLAG,
      second_factor: FLAG,
      recovery_codes_left: COUNT,
    }),
    account: inner(NAMED),
    role: ROLE,
    accounts: { type: 'array', items: inner({ ...NAMED, role: ROLE }) },
    csrf_token: TEXT,
    expires_at: TIME,
  },
  TotpChallenge: { object: { const: 'totp_challenge' }, expires_at: TIME },
  PasswordResetRequest: { object: { const: 'password_reset_request' }, email: TEXT },
  TotpSetup: { object: { const: 'totp_setup' }, secret: TEXT, uri: TEXT },
  RecoveryCodes: { object: { const: 'recovery_codes' }, codes: TEXTS },
  SessionItem: {
    id: ID,
    account_id: ID,
    is_current: FLAG,
    address: TEXT_OR_NULL,
    user_agent: TEXT_OR_NULL,
    created_at: TIME,
    last_used_at: TIME,
    expires_at: TIME,
  },
  DeletedSession: { object: { const: 'session' }, id: ID, deleted: { const: true } },
  EndedSessions: { object: { const: 'ended_sessions' }, count: COUNT },
} as const satisfies Record<string, ObjectFields>;
