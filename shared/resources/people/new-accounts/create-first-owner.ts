// Creates the owner of the first account of `npm start`, with the password that dev.json announces. It is safe to repeat
// and to run twice at the same time: it creates what is missing, and sets the password again if it was changed.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { PasswordHashes } from '../../../platform/security/password-hash.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { insertMissingMember } from '../members/insert-missing.ts';
import { findPersonToSignIn } from '../people/find-to-sign-in.ts';
import { insertOrReset } from '../people/insert.ts';

/** The owner. */
export interface FirstOwner {
  accountId: string;
  /** Key form (shared/mail/addresses.ts). It counts as confirmed: the operator of this machine vouches for it. */
  email: string;
  name: string;
  password: string;
  now: Date;
}

/** Creates the owner, or its missing parts. */
export async function createFirstOwner(
  database: Database,
  { ids, passwordHashes }: { ids: Ids; passwordHashes: PasswordHashes },
  owner: FirstOwner,
): Promise<void> {
  const { accountId, now } = owner;
  const known = await findPersonToSignIn(database, owner.email);
  const isRight = known && (await passwordHashes.verify(owner.password, known.passwordHash));
  const passwordHash = (isRight && known.passwordHash) || (await passwordHashes.hash(owner.password));
  await transaction(database, async (client) => {
    const personId = await insertOrReset(client, { ...owner, id: ids.next(), passwordHash });
    await insertMissingMember(client, ids, { accountId, personId, role: 'owner', isProven: true, now });
  });
}
