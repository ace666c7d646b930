// The header fields by which a program says in a message what SMTP has no word for: tags, topic, time and idempotency
// key (docs/reference/smtp.md#fields). They are refused as the API refuses the same values.
import { DomainError } from '../../contract/domain-error.ts';
import { IDEMPOTENCY_KEY_MAX_LENGTH, TAG_MAX_LENGTH, TAGS_MAX } from '../../contract/limits.ts';
import { isUuidV7 } from '../../platform/time/ids.ts';
import type { MessageStructure } from '../parse/parsed-message.ts';
import { CONTROL_PREFIX, HOPS_FIELD, RESEND_KEY_FIELD } from './custom-fields.ts';

/** The instructions in a message about how to send it. */
export interface Controls {
  tags: { name: string; value: string }[];
  topicId: string | null;
  /** The time as the client wrote it; null: at once. */
  scheduledAt: string | null;
  idempotencyKey: string | null;
}

/** A reply has lines of 512 octets. */
const NAME_SHOWN_MAX = 75;
const TAG = /^[A-Za-z0-9_-]+$/;
/** An encoded word may contain a line break; no header field of a request can, but a tab. */
const CONTROL = /(?!\t)\p{Cc}/u;
const [TAG_FIELD, TOPIC_FIELD, TIME_FIELD, KEY_FIELD] = [
  'tag',
  'topic',
  'scheduled-at',
  'idempotency-key',
].map((name) => `${CONTROL_PREFIX}${name}`) as [string, string, string, string];
const KNOWN: ReadonlySet<string> = new Set([
  TAG_FIELD,
  TOPIC_FIELD,
  TIME_FIELD,
  KEY_FIELD,
  // Fields of mail that we have sent, and of replies to it.
  `${CONTROL_PREFIX}ref`,
  HOPS_FIELD,
]);

/**
 * Reads the fields.
 * @throws DomainError `validation_error` for a value that the API would refuse, a field that comes twice or that is none
 *   of ours, `invalid_idempotency_key`
 */
export function readControls(fields: MessageStructure['fields']): Controls {
  const unknown = fields.find(
    ({ name }) => name.toLowerCase().startsWith(CONTROL_PREFIX) && !KNOWN.has(name.toLowerCase()),
  );
  if (unknown)
    throw refusal(
      `\`${unknown.name.slice(0, NAME_SHOWN_MAX)}\` is not a field of Posthorn. There are ${FIELDS_IN_WORDS}`,
    );
  const topicId = onlyValue(fields, TOPIC_FIELD);
  if (topicId !== null && !isUuidV7(topicId)) throw refusal('`X-Posthorn-Topic` must be the id of a topic');
  return {
    tags: readTags(valuesOf(fields, TAG_FIELD)),
    topicId: topicId?.toLowerCase() ?? null,
    scheduledAt: onlyValue(fields, TIME_FIELD),
    idempotencyKey: readKey(fields),
  };
}

const FIELDS_IN_WORDS =
  '`X-Posthorn-Tag`, `X-Posthorn-Topic`, `X-Posthorn-Scheduled-At` and `X-Posthorn-Idempotency-Key`';

function valuesOf(fields: MessageStructure['fields'], name: string): string[] {
  return fields.filter((field) => field.name.toLowerCase() === name).map(({ text }) => text.trim());
}

function onlyValue(fields: MessageStructure['fields'], name: string): string | null {
  const [value = null, ...others] = valuesOf(fields, name);
  if (others.length > 0) throw refusal(`\`${name}\` must come once`);
  return value;
}

function readTags(values: readonly string[]): Controls['tags'] {
  if (values.length > TAGS_MAX) throw refusal(`\`X-Posthorn-Tag\` must not come more than ${TAGS_MAX} times`);
  return values.map((text) => {
    const [name = '', value = '', ...rest] = text.split('=');
    const isTag = (part: string) => TAG.test(part) && part.length <= TAG_MAX_LENGTH;
    if (isTag(name) && isTag(value) && rest.length === 0) return { name, value };
    throw refusal(
      `\`X-Posthorn-Tag\` must be \`name=value\`, each of at most ${TAG_MAX_LENGTH} ASCII letters, digits, \`_\` and \`-\``,
    );
  });
}

function readKey(fields: MessageStructure['fields']): string | null {
  const key = onlyValue(fields, KEY_FIELD) ?? onlyValue(fields, RESEND_KEY_FIELD);
  const isKey = (text: string) =>
    text.length >= 1 && text.length <= IDEMPOTENCY_KEY_MAX_LENGTH && !CONTROL.test(text);
  if (key === null || isKey(key)) return key;
  throw new DomainError(
    'invalid_idempotency_key',
    `The idempotency key must have 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} characters, and no control characters.`,
  );
}

function refusal(problem: string): DomainError {
  return new DomainError('validation_error', `${problem}.`);
}
