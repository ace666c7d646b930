// Names the query parameters that an operation does not know, so that none is ignored in silence: in the header
// X-Ignored-Parameters and in the log of the request (docs/reference/requests.md#ignored-parameters).
import type { Request, Response } from 'express';
import type Joi from 'joi';
import { keysOfSchema } from '../near-misses/object-schema.ts';
import { noteIgnored } from '../request-notes.ts';

/** The client chooses names and their number; proxies refuse an answer whose headers are longer than 4 KiB. */
const NAMES_MAX = 10;
const NAME_MAX_LENGTH = 32;
/** The last item, if there are more names. */
const MORE = '...';

/** Names the ignored parameters. @param schema undefined: the operation has no parameters */
export function nameIgnoredParameters(
  query: Request['query'],
  schema: Joi.ObjectSchema | undefined,
  response: Response,
): void {
  const given = Object.keys(query);
  if (given.length === 0) return;
  const known = schema ? keysOfSchema(schema) : [];
  const ignored = given.filter((name) => name !== '' && !known.includes(name));
  if (ignored.length === 0) return;
  const shown = ignored.slice(0, NAMES_MAX).map(safeName);
  const names = [...shown, ...(ignored.length > NAMES_MAX ? [MORE] : [])].join(', ');
  response.setHeader('X-Ignored-Parameters', names);
  noteIgnored(response, names);
}

/** ASCII without spaces, commas and line breaks, which would be another item or another header. */
function safeName(name: string): string {
  return encodeURIComponent(name.slice(0, NAME_MAX_LENGTH).toWellFormed());
}
