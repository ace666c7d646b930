// Whether a request asks for a file instead of JSON, for operations that have both (`orContent` of the operations table).
import type { Request } from 'express';

/** Only a client that asks for the content type by its name gets it. @param type in lower case: `text/csv` */
export function wantsType(request: Request, type: string): boolean {
  const accepted = (request.get('accept') ?? '').toLowerCase().split(',');
  return accepted.some((each) => each.split(';')[0]?.trim() === type);
}
