// What the name of a field tells of its value, in a body that is logged: that it is a secret, or files, which a log
// names and does not keep.
import { redactText } from '../../platform/redaction/redact-text.ts';
import { isSecretName } from '../../platform/redaction/secret-names.ts';

const FILES_NAME = /^attachments?$/i;
/** What is shown of a file; whatever else a caller puts there may be its content. */
const FILE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'filename',
  'size',
  'path',
  'content_type',
  'content_id',
  'content_disposition',
  'download_url',
  'expires_at',
]);
/** Callers choose the names (`variables`, `headers`), so what is remembered of them is bounded. */
const REMEMBERED_NAMES_MAX = 1_000;
const REMEMBERED_LENGTH_MAX = 100;

/** What the name of a field tells. */
export interface FieldName {
  /** Its value is a secret. */
  isSecret: boolean;
  /** Its value is files. */
  holdsFiles: boolean;
  /** In a file: its value is not the content. */
  isOfFile: boolean;
  /** The name as JSON, without a secret that a caller has put there. */
  json: string;
}

const names = new Map<string, FieldName>();

/** Reads the name of a field. Most are seen again and again. */
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
