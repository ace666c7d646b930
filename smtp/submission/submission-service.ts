// Mail that programs submit: login, sender, recipients, and that a message is stored before it is answered 250.
import { addressKey, invisibleHint, parseMailbox } from '../../shared/mail/addresses.ts';
import { clientNetwork } from '../../shared/platform/addresses/client-network.ts';
import type { RateLimiter } from '../../shared/platform/rate-limit/limiter.ts';
import { findSuspension } from '../../shared/platform/work/suspensions/suspension.ts';
import { refuseSuspended } from '../../shared/resources/foundation/accounts/refuse-suspended.ts';
import { type AuthenticatedKey, isStale } from '../../shared/resources/foundation/api-keys/authenticate.ts';
import type { ParsedMailbox } from '../../shared/resources/messaging/emails/email.ts';
import { requireRoom } from '../content/message-content.ts';
import { Refusal } from '../server/reply.ts';
import type { SmtpService } from '../server/service.ts';
import { type LoginDeps, Logins } from './logins.ts';
import { type ReceiveSubmissionDeps, receiveSubmission } from './receive-submission.ts';
import { replyToRefusal } from './reply-to-refusal.ts';

/** The dependencies of the service. */
export interface SubmissionDeps extends LoginDeps, ReceiveSubmissionDeps {
  /** The rate limit of the API, so that a client has one limit for both; undefined: there is none. */
  rateLimiter: RateLimiter | undefined;
}

interface Envelope {
  key: AuthenticatedKey;
  /** The recipients by address: a client may repeat one as often as it likes. */
  recipients: Map<string, ParsedMailbox>;
}

/** Creates the service of a process. */
export function createSubmissionService(deps: SubmissionDeps): SmtpService {
  const logins = new Logins(deps);
  const envelopes = new WeakMap<object, Envelope>();
  const envelopeOf = (key: object): Envelope => {
    const envelope = envelopes.get(key);
    if (!envelope) throw new Error('A transaction has no sender.');
    return envelope;
  };
  return {
    logIn: (login) => logins.logIn(login),
    async acceptSender(transaction) {
      const { envelope, peer } = transaction;
      const key = await logins.keyOf(transaction);
      if (key.isSuspended) await refuseSubmissionOf(key, deps);
      await takeTurn(peer.address, deps);
      requireRoom(deps.budget, peer.network);
      // The client's sender has no meaning: bounces arrive at our return path.
      envelopes.set(envelope, { key, recipients: new Map() });
    },
    acceptRecipient({ envelope }, text) {
      const mailbox = parseMailbox(text);
      if (!mailbox) {
        const reply = `5.1.3 Mail cannot be sent to this address${invisibleHint(text)}`;
        return Promise.reject(new Refusal(550, reply));
      }
      const { recipients } = envelopeOf(envelope);
      const key = addressKey(mailbox.address);
      if (!recipients.has(key)) recipients.set(key, { text: mailbox.address, mailbox });
      return Promise.resolve();
    },
    receive(transaction, pieces) {
      const { key, recipients } = envelopeOf(transaction.envelope);
      const envelope = { key, recipients: [...recipients.values()] };
      const findKeyAgain = async () =>
        isStale(key, deps.clock.now()) ? await logins.keyOf(transaction) : key;
      return receiveSubmission(transaction, envelope, { pieces, findKeyAgain, deps });
    },
  };
}

async function refuseSubmissionOf(
  { accountId }: AuthenticatedKey,
  { database }: SubmissionDeps,
): Promise<void> {
  const suspension = await findSuspension(database, accountId);
  if (suspension) throw replyToRefusal(refuseSuspended(suspension, true));
}

async function takeTurn(address: string, { rateLimiter }: SubmissionDeps): Promise<void> {
  const verdict = await rateLimiter?.take(clientNetwork(address));
  if (!verdict || verdict.isAllowed) return;
  const { limit, resetSeconds } = verdict;
  throw new Refusal(
    450,
    `4.7.1 Too many messages: at most ${limit} per minute from one IP address. Try again in ${resetSeconds} seconds`,
  );
}
