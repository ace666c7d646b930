// Input of /api-keys (docs/reference/api-keys.md).
import Joi from 'joi';
import { API_KEY_OBJECTS } from '../../../shared/contract/api-keys/objects.ts';
import { API_KEY_PERMISSIONS } from '../../../shared/contract/api-keys/values.ts';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { API_KEY_ADDRESSES_MAX, API_KEY_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { parseAddressRange } from '../../../shared/platform/addresses/address-ranges.ts';
import { parseInstant } from '../../../shared/platform/time/parse-instant.ts';
import type { ApiKeyPermission } from '../../../shared/resources/foundation/api-keys/authenticate.ts';
import { describedAs } from '../../input/described-as.ts';
import { lineInput } from '../../input/text-inputs.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';

/** Body of POST /api-keys. */
export interface CreateApiKeyInput {
  name: string;
  permission: ApiKeyPermission;
  domain_id?: string;
  /** The time as the client wrote it. */
  expires_at?: string;
  allowed_addresses?: string[];
}

/** Body of PATCH /api-keys/:id; null removes a restriction. */
export interface UpdateApiKeyInput {
  name?: string;
  permission?: ApiKeyPermission;
  domain_id?: string | null;
  expires_at?: string | null;
  allowed_addresses?: string[] | null;
}

/** Answers have years of four digits. */
const LATEST_EXPIRY = new Date('9999-12-31T23:59:59.999Z');

const KEY = API_KEY_OBJECTS.ApiKey;

const name = lineInput(API_KEY_NAME_MAX_LENGTH);
const permission = Joi.string().valid(...API_KEY_PERMISSIONS);
const domainId = idOf('a domain');
const expiresAt = Joi.string();
const range = Joi.string().custom(
  (text: string, { error }) => parseAddressRange(text) ?? error('address.range'),
);
const allowedAddresses = Joi.array()
  .items(range)
  .min(1)
  .max(API_KEY_ADDRESSES_MAX)
  .custom((ranges: string[]) => [...new Set(ranges)])
  .messages({ 'address.range': '{{#label}} must be an IP address or a range such as `10.0.0.0/8`' });

/** Body of POST /api-keys. */
export const createApiKeyInput = Joi.object<CreateApiKeyInput>(
  describedAs(KEY, {
    name: name.empty(Joi.valid('', null)).required(),
    permission: permission.empty(null).default('full_access'),
    domain_id: domainId.empty(null),
    expires_at: expiresAt.empty(null),
    allowed_addresses: allowedAddresses.empty(null),
  }),
);

/** Body of PATCH /api-keys/:id. */
export const updateApiKeyInput = Joi.object<UpdateApiKeyInput>(
  describedAs(KEY, {
    name,
    permission,
    domain_id: domainId.allow(null),
    expires_at: expiresAt.allow(null),
    allowed_addresses: allowedAddresses.allow(null),
  }),
);

/** Query of GET /api-keys. */
export const listApiKeysQuery = pageQuery;

/**
 * Reads `expires_at`.
 * @param text ISO 8601 or English
 * @throws DomainError `validation_error` for a text that is not time in the future
 */
export function readExpiry<Absent extends null | undefined>(text: string | Absent, now: Date): Date | Absent {
  if (typeof text !== 'string') return text;
  const time = parseInstant(text, now);
  if (time && time > now && time <= LATEST_EXPIRY) return time;
  const found = time === undefined ? '' : `; Posthorn read it as ${time.toISOString()}`;
  throw new DomainError(
    'validation_error',
    `\`expires_at\` must be a time in the future: ISO 8601, or English such as \`in 90 days\`${found}.`,
    { field: 'expires_at' },
  );
}
