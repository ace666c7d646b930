// Decides by the name of a field how a logged body shows its value: secrets are redacted, and only the metadata of
// files is stored.
import { redactText } from '../../../platform/redaction/redact-text.ts';
import { isSecretName } from '../../../platform/redaction/secret-names.ts';

const FILES_NAME = /^attachments?$/i;
/** Fields of a file that are shown. Any other field from a caller may contain the content. */
const FILE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'filename',
  'size',
  'path',
  'content_type',
  'content_id',
  'inline_content_id',
  'content_disposition',
  'download_url',
  'expires_at',
]);
/** Limits of the cache, because callers choose names (in `variables` and `headers`). */
const REMEMBERED_NAMES_MAX = 1_000;
const REMEMBERED_LENGTH_MAX = 100;

/** The meaning of a field name for its value. */
export interface FieldName {
  /** The value is a secret. */
  isSecret: boolean;
  /** The value is one file or a list of files. */
  holdsFiles: boolean;
  /** Inside a file: the value is metadata, not the content. */
  isOfFile: boolean;
  /** The name as JSON; a secret within it is redacted. */
  json: string;
}

const names = new Map<string, FieldName>();

/** Reads a field name. The results are cached, because most names repeat. */
export function readFieldName(name: string): FieldName {
  const known = names.get(name);
  if (known) return known;
  const read = {
    isSecret: isSecretName(name),
    holdsFiles: FILES_NAME.test(name),
    isOfFile: FILE_FIELDS.has(name),
    json: JSON.stringify(redactText(name)),
  };
  if (name.length > REMEMBERED_LENGTH_MAX) return read;
  if (names.size >= REMEMBERED_NAMES_MAX) names.clear();
  names.set(name, read);
  return read;
}
