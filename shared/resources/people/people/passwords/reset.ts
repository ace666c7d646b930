// Resets a forgotten password: mails a link, and takes the link with the new password. Whether an address belongs to a
// person is not shown: the link is created for every address, and only the mailer looks whether there is a person
// (shared/resources/people/one-time-links/mail.ts).
import { DomainError } from '../../../../contract/domain-error.ts';
import {
  LINK_MAILS_PER_ADDRESS_AND_HOUR,
  RESET_REQUESTS_MAX,
  SIGN_IN_WINDOW_MINUTES,
} from '../../../../contract/limits.ts';
import { clientNetwork } from '../../../../platform/addresses/client-network.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { Background } from '../../../../platform/lifecycle/background.ts';
import { chargeAttempt } from '../../../../platform/rate-limit/attempts.ts';
import { hashToken } from '../../../../platform/security/tokens.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/time/durations.ts';
import { recordForPerson } from '../../../foundation/audit-events/record-of-person.ts';
import { consumeLink, findLink, type PresentedLink } from '../../one-time-links/consume.ts';
import { createMailedLink } from '../../one-time-links/create.ts';
import { deleteLinksOf, lockLinksOf } from '../../one-time-links/delete.ts';
import { linkNotValid, type OneTimeLink } from '../../one-time-links/link.ts';
import { type MailLinkDeps, mailLink } from '../../one-time-links/mail.ts';
import { beginSession, type SignedIn, type SignInOrigin } from '../../sign-in/begin.ts';
import { endSignIns } from '../../sign-in/renew.ts';
import { confirmPerson } from '../confirm.ts';
import type { Person } from '../person.ts';
import { removeSecondFactor } from '../second-factor/remove.ts';
import { type HashDeps, hashInTurn } from './hash.ts';
import { requireGoodPassword } from './rules.ts';
import { setPassword } from './set.ts';

/** Dependencies of asking for a link. */
export interface ResetRequestDeps extends MailLinkDeps {
  background: Background;
}

/** The requester of a link: the address in key form, and the origin. */
export interface ResetRequest {
  email: string;
  /** IP address of the client; null: it has disconnected. */
  networkAddress: string | null;
  now: Date;
}

/**
 * Mails a link, if a person has the address and it did not get too many. The work is the same for every address.
 * @throws DomainError `rate_limit_exceeded` when a client network asks too often
 */
export async function requestPasswordReset(deps: ResetRequestDeps, request: ResetRequest): Promise<void> {
  const { database, ids, background } = deps;
  const { email, networkAddress, now } = request;
  await takeRequest(database, clientNetwork(networkAddress ?? ''), now);
  const mails = {
    key: `reset address ${hashToken(email).toString('hex')}`,
    max: LINK_MAILS_PER_ADDRESS_AND_HOUR,
    windowMs: HOUR_MS,
  };
  if ((await chargeAttempt(database, [mails], now)) > 0) return;
  const id = await createMailedLink(database, ids, { purpose: 'password_reset', email, now });
  background.start(`one-time link ${id}`, () => mailLink(deps, id));
}

async function takeRequest(database: Queryable, network: string, now: Date): Promise<void> {
  const requests = {
    key: `reset network ${network}`,
    max: RESET_REQUESTS_MAX,
    windowMs: SIGN_IN_WINDOW_MINUTES * MINUTE_MS,
  };
  const retryAfterSeconds = await chargeAttempt(database, [requests], now);
  if (retryAfterSeconds === 0) return;
  throw new DomainError(
    'rate_limit_exceeded',
    'Too many password reset links were requested. Try again later.',
    { retryAfterSeconds },
  );
}

/** Dependencies of resetting a password. */
export interface ResetPasswordDeps extends HashDeps, Pick<MailLinkDeps, 'database' | 'ids'> {}

/**
 * Takes the link, sets the password, and signs the person in.
 * @throws DomainError `validation_error` for a link that is not valid, a password that may not be chosen (the link stays
 *   as it was), and for a person who is a member of no account (the password is changed)
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  { token, password }: { token: string; password: string },
  origin: SignInOrigin,
): Promise<SignedIn> {
  const { database, ids } = deps;
  const presented = { purpose: 'password_reset', token, now: origin.now } as const;
  const requireLink = async () => {
    const link = await findLink(database, presented);
    if (!link) throw linkNotValid();
    return link;
  };
  const { email } = await requireLink();
  requireGoodPassword(password, email);
  const chosen = { password, email, networkAddress: origin.address };
  const passwordHash = await hashInTurn(deps, chosen, requireLink);
  const person = await transaction(database, async (client) => {
    const { id, hasSecondFactor } = await takeReset(client, presented, { email, passwordHash });
    const actor = { type: 'person', id } as const;
    await recordForPerson(client, ids, id, {
      actor,
      operation: 'resetPassword',
      targetId: id,
      ...origin,
    });
    return { personId: id, hasSecondFactor };
  });
  // This is after the commit: the password is also stored for a person who is not a member of any account at the moment.
  return await transaction(database, (client) => beginSession(client, ids, person, origin));
}

/** Takes the link and sets the password of its person; everything that was begun with the old one ends. */
async function takeReset(
  client: Transaction,
  presented: PresentedLink,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<Person> {
  const links = { purpose: 'password_reset', email } as const;
  await lockLinksOf(client, links);
  const link = await consumeLink(client, presented);
  await deleteLinksOf(client, links);
  const personId = await findPersonOf(client, link);
  if (personId === undefined) throw linkNotValid();
  // The address was not proven yet: its second factor may belong to a person who signed up with a foreign address.
  const isNowProven = link.isMailed && (await confirmPerson(client, personId, presented.now));
  if (isNowProven) await removeSecondFactor(client, personId);
  const person = await setPassword(client, personId, passwordHash);
  if (!person) throw linkNotValid();
  await endSignIns(client, personId);
  return person;
}

async function findPersonOf(client: Transaction, { email }: OneTimeLink): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>({
    name: 'find-person-to-reset',
    text: 'SELECT id FROM people WHERE email = $1 FOR NO KEY UPDATE',
    values: [email],
  });
  return rows[0]?.id;
}
