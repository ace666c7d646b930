// Whether a request asks for CSV instead of JSON, for operations that have both (`orContent` of the operations table).
import type { Request } from 'express';

/** Only a client that asks for CSV by its name gets it. */
export function wantsCsv(request: Request): boolean {
  return /\btext\/csv\b/i.test(request.get('accept') ?? '');
}
