// Which email a path names.
import type { Request } from 'express';
import { isUuidV7 } from '../../../shared/platform/time/ids.ts';
import { emailNotFound } from '../../../shared/resources/emails/not-found.ts';
import { callerOf } from '../../caller.ts';

/** Reads `:id`. @throws DomainError `not_found` for what is no id of an email */
export function emailOf(request: Request): { accountId: string; id: string } {
  const id = String(request.params['id']);
  if (!isUuidV7(id)) throw emailNotFound();
  return { accountId: callerOf(request).accountId, id };
}
