// Whether a request asks for a file or a page instead of JSON, where both exist (`orContent` of the operations table).
import type { Request } from 'express';

/** Only a client that asks for the content type by its name gets it. @param type in lower case: `text/csv` */
export function wantsType(request: Request, type: string): boolean {
  const accepted = (request.get('accept') ?? '').toLowerCase().split(',');
  return accepted.some((each) => each.split(';')[0]?.trim() === type);
}

/** Whether HTML is preferred to JSON, as by a browser that opens an address; a program that accepts any type gets JSON. */
export function wantsPage(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}
