// Reads the fields of a form that a page of ours has sent (application/x-www-form-urlencoded).
import type { Request } from 'express';
import { hasStalled } from '../body/body-throughput.ts';
import { readBytes } from '../body/read-json-body.ts';

/** The largest form of most pages has 9 KB (the preference page with all 100 topics). */
const FORM_MAX_BYTES = 16 * 1024;

/**
 * Reads the fields.
 * @returns none, if the body is larger or no form
 * @throws DomainError when the body ended before it was complete: a part of a request changes nothing
 */
export async function readFields(request: Request, maxBytes = FORM_MAX_BYTES): Promise<URLSearchParams> {
  try {
    return new URLSearchParams((await readBytes(request, maxBytes)).toString());
  } catch (error) {
    if (request.destroyed || hasStalled(request)) throw error;
    return new URLSearchParams();
  }
}
