// Reads the MTA-STS record of a domain, the TXT record at `_mta-sts.<domain>` (RFC 8461 §3.1). It says that the domain has a
// policy, and under which id: another id means that the policy has changed.

const VERSION = /^v=STSv1[ \t]*(?:;|$)/;
/** `sts-ext-name`, and `sts-ext-value`: printable ASCII but `=`, `;` and space. */
const FIELD = /^(?<name>[a-z0-9][a-z0-9_.-]{0,31})=(?<value>[!-:<>-~]+)$/i;
const ID = /^[a-z0-9]{1,32}$/i;

/**
 * Finds the id of the policy among the texts at `_mta-sts.<domain>`.
 * @returns undefined: there is no record, there are several, or it is malformed; all of these mean that no policy is
 * available
 */
export function parseMtaStsRecord(texts: readonly string[]): string | undefined {
  const [record, ...others] = texts.filter((text) => VERSION.test(text));
  return record === undefined || others.length > 0 ? undefined : readId(record);
}

function readId(record: string): string | undefined {
  const [, ...parts] = record.split(';').map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ''));
  // The last field may end with a semicolon.
  if (parts.at(-1) === '') parts.pop();
  const fields = parts.map((part) => FIELD.exec(part)?.groups);
  if (!fields.every((field) => field !== undefined)) return undefined;
  const id = fields.find((field) => field['name'] === 'id')?.['value'];
  return id !== undefined && ID.test(id) ? id : undefined;
}
