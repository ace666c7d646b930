// Accepts an invitation (docs/reference/invitations.md#accepting-an-invitation): the bearer of one of its links becomes
// a member of the account. Only mail proves the owner of an address. A link does not sign in an existing person: the
// inviter has a link too. Only a link that proves an address for the first time sets up its person again.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { PasswordHashes } from '../../../../platform/security/password-hash.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { lockAccount } from '../../../foundation/accounts/lock.ts';
import { recordAuditEvent } from '../../../foundation/audit-events/record.ts';
import { recordForPerson } from '../../../foundation/audit-events/record-of-person.ts';
import { endSessions } from '../../../foundation/sessions/end.ts';
import { lockSessionsOf } from '../../../foundation/sessions/lock.ts';
import { consumeLink, findLink, type PresentedLink } from '../../one-time-links/consume.ts';
import { linkNotValid } from '../../one-time-links/link.ts';
import { findPersonToSignIn, lockPersonToSignIn, type PersonToSignIn } from '../../people/find-to-sign-in.ts';
import { insertPerson, takeOverPerson } from '../../people/insert.ts';
import { hashInTurn } from '../../people/passwords/hash.ts';
import { requireGoodPassword } from '../../people/passwords/rules.ts';
import { withAttempt, wrongSignIn } from '../../sign-in/attempts.ts';
import { beginSession, type SignedIn, type SignInOrigin, type SigningIn } from '../../sign-in/begin.ts';
import { signInEvent } from '../../sign-in/event.ts';
import type { SignInTurns } from '../../sign-in/turns.ts';
import { insertMissingMember } from '../insert-missing.ts';
import { removeInvitation } from './create.ts';
import { findInvited, type Invited, mustShowPassword } from './invited.ts';

/** Dependencies of accepting. */
export interface AcceptInvitationDeps {
  database: Database;
  ids: Ids;
  passwordHashes: PasswordHashes;
  signInTurns: SignInTurns;
}

/** The input of the bearer of a link. */
export interface Acceptance {
  token: string;
  /** A new person chooses both. */
  name?: string | undefined;
  /** The password that an existing person already has. */
  password?: string | undefined;
}

/** How the bearer of the link signs in: as a person new to the address, or as its present person. */
type Proof =
  | { kind: 'chosen'; name: string; passwordHash: string; before: PersonToSignIn | undefined }
  | { kind: 'known'; person: PersonToSignIn };

/**
 * The person was created or changed while a password was hashed, and nothing was committed. Several invitations of an
 * address that are accepted at the same time do this to each other: one creates the person, one proves the address.
 */
class PersonChangedError extends DomainError {
  constructor() {
    super('validation_error', 'The sign-in for this address changed at the same time. Try again.');
  }
}

/** One more than there are such changes. */
const TRIES = 3;

/**
 * Makes the bearer of a link a member, and signs in. One of several requests for one invitation succeeds.
 * @throws DomainError `validation_error` when the link is not valid, the password is wrong, or the chosen one is not
 * allowed; `missing_required_field`; `rate_limit_exceeded` after too many wrong passwords. The invitation is unchanged
 * then
 */
export async function acceptInvitation(
  deps: AcceptInvitationDeps,
  given: Acceptance,
  origin: SignInOrigin,
): Promise<SignedIn> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryToAccept(deps, given, origin);
    } catch (error) {
      if (tries === TRIES || !(error instanceof PersonChangedError)) throw error;
    }
  }
}

async function tryToAccept(
  deps: AcceptInvitationDeps,
  given: Acceptance,
  origin: SignInOrigin,
): Promise<SignedIn> {
  const { database, ids } = deps;
  const invited = await findInvited(database, given.token, origin.now);
  if (!invited) throw linkNotValid();
  const proof = await proveOrChoose(deps, invited, given, origin);
  return await transaction(database, async (client) => {
    const { accountId } = invited;
    await lockAccount(client, accountId);
    await takeInvitation(client, invited, { purpose: 'invitation', token: given.token, now: origin.now });
    const person = await settlePerson(client, ids, { invited, proof, now: origin.now });
    await becomeMember(client, ids, { invited, proof, person }, origin);
    return await beginSession(client, ids, { ...person, accountId }, origin);
  });
}

/** Asks for the password of the person. Of an address that was never proven, a link that proves it asks for a new one. */
async function proveOrChoose(
  deps: AcceptInvitationDeps,
  invited: Invited,
  given: Acceptance,
  origin: SignInOrigin,
): Promise<Proof> {
  const person = await findPersonToSignIn(deps.database, invited.email);
  if (mustShowPassword(invited, person)) return await provePassword(deps, person, given, origin);
  return { ...(await chooseSignIn(deps, invited, given, origin)), before: person };
}

async function chooseSignIn(
  deps: AcceptInvitationDeps,
  { email }: Invited,
  { token, name, password }: Acceptance,
  { address, now }: SignInOrigin,
) {
  if (name === undefined) throw missing('name');
  if (password === undefined) throw missing('password');
  requireGoodPassword(password, email);
  const requireLink = async () => {
    if (!(await findLink(deps.database, { purpose: 'invitation', token, now }))) throw linkNotValid();
  };
  const passwordHash = await hashInTurn(deps, { password, email, networkAddress: address }, requireLink);
  return { kind: 'chosen', name, passwordHash } as const;
}

/** Applies the limits of signing in: the bearer of the link may be the inviter. */
async function provePassword(
  { database, ids, signInTurns, passwordHashes }: AcceptInvitationDeps,
  person: PersonToSignIn,
  { password }: Acceptance,
  origin: SignInOrigin,
): Promise<Proof> {
  if (password === undefined) throw missing('password');
  const attempt = { email: person.email, networkAddress: origin.address, now: origin.now };
  const isRight = await withAttempt(
    { database, signInTurns },
    attempt,
    async () => (await passwordHashes.verify(password, person.passwordHash)) || undefined,
  );
  if (isRight) return { kind: 'known', person };
  const event = signInEvent('acceptInvitation', { personId: person.id, outcome: 'failed', ...origin });
  await transaction(database, (client) => recordForPerson(client, ids, person.id, event));
  throw wrongSignIn('password');
}

function missing(field: string): DomainError {
  return new DomainError('missing_required_field', `Missing \`${field}\` field.`, { field });
}

/** When two requests take one invitation, the second one waits for its lock, and then finds none. */
async function takeInvitation(
  client: Transaction,
  { invitationId }: Invited,
  presented: PresentedLink,
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'lock-invitation-to-accept',
    text: 'SELECT FROM invitations WHERE id = $1 FOR UPDATE',
    values: [invitationId],
  });
  if (rowCount === 0) throw linkNotValid();
  await consumeLink(client, presented);
  await removeInvitation(client, invitationId);
}

/** The person who signs in, and whether the address is proven with it. */
interface SettledPerson extends SigningIn {
  isProven: boolean;
}

/** Creates the person, sets the sign-in up again, or reads it. @throws PersonChangedError */
async function settlePerson(
  client: Transaction,
  ids: Ids,
  { invited, proof, now }: { invited: Invited; proof: Proof; now: Date },
): Promise<SettledPerson> {
  if (proof.kind === 'known') {
    const person = await lockPersonToSignIn(client, proof.person);
    if (!person) throw new PersonChangedError();
    const { id: personId, hasSecondFactor, confirmedAt } = person;
    return { personId, hasSecondFactor, isProven: invited.isProof || confirmedAt !== null };
  }
  const { name, passwordHash, before } = proof;
  const { email, isProof } = invited;
  const id = before?.id ?? ids.next();
  const chosen = { id, email, name, passwordHash, now };
  const isDone = before
    ? await takeOverPerson(client, chosen)
    : await insertPerson(client, { ...chosen, isConfirmed: isProof });
  if (!isDone) throw new PersonChangedError();
  return { personId: id, hasSecondFactor: false, isProven: isProof };
}

/**
 * A sign-in that was set up again concerns all accounts of the person. A session that was left over from an earlier
 * membership ends, because it would be valid again.
 */
async function becomeMember(
  client: Transaction,
  ids: Ids,
  { invited, proof, person }: { invited: Invited; proof: Proof; person: SettledPerson },
  origin: SignInOrigin,
): Promise<void> {
  const { accountId, invitationId, role } = invited;
  const { personId, isProven } = person;
  await insertMissingMember(client, ids, { accountId, personId, role, isProven, now: origin.now });
  // All of them before some: the session that begins locks all, too.
  await lockSessionsOf(client, personId);
  await endSessions(client, { personId, accountId });
  const outcome = 'succeeded';
  const event = signInEvent('acceptInvitation', { personId, targetId: invitationId, outcome, ...origin });
  if (proof.kind === 'chosen') await recordForPerson(client, ids, personId, event);
  else await recordAuditEvent(client, ids, { ...event, accountId });
}
