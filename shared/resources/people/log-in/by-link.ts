// Signs in by a link that `npm start` prints: once, without a password and without the second factor, because a person
// with the terminal of a development machine has its database too. No page of production accepts such a link.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { recordForPerson } from '../../foundation/audit-events/record-of-person.ts';
import { consumeLink } from '../one-time-links/consume.ts';
import { linkNotValid } from '../one-time-links/link.ts';
import { findPersonToSignIn } from '../people/find-to-sign-in.ts';
import { type BegunSession, type SignInOrigin, startSession } from '../sign-in/begin.ts';
import { signInEvent } from '../sign-in/event.ts';

/** Dependencies of signing in by a link. */
export interface LinkSignInDeps {
  database: Database;
  ids: Ids;
}

/**
 * Takes the link and starts a session.
 * @throws DomainError `validation_error` when the link is unknown, used or expired, or the person is a member of no
 *   account any more; the link stays as it was
 */
export async function signInByLink(
  { database, ids }: LinkSignInDeps,
  token: string,
  origin: SignInOrigin,
): Promise<BegunSession> {
  return await transaction(database, async (client) => {
    const { email } = await consumeLink(client, { purpose: 'sign_in', token, now: origin.now });
    const person = await findPersonToSignIn(client, email);
    if (!person) throw linkNotValid();
    const personId = person.id;
    const session = await startSession(client, ids, { personId }, origin);
    const event = signInEvent('login', { personId, targetId: session.id, outcome: 'succeeded', ...origin });
    await recordForPerson(client, ids, personId, event);
    return session;
  });
}
