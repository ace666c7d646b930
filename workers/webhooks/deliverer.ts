// The webhook deliverer of a process; it outlives single jobs. A job only names endpoints. The endpoints take turns
// (fair-scheduler.ts), and their messages are claimed, posted, judged and recorded. An endpoint that has finished a
// message asks for its next one, so one wake-up empties its whole backlog, and an endpoint that hangs uses a slot but
// never a job. No transaction is open during a request.
import { randomUUID } from 'node:crypto';
import { ConfigError } from '../../shared/platform/config/config.ts';
import { createSecrets, type Secrets } from '../../shared/platform/security/secrets.ts';
import type { ClaimLease } from '../../shared/platform/work/work-table.ts';
import {
  type ClaimedMessage,
  claimMessages,
} from '../../shared/resources/foundation/webhooks/delivery/claim-messages.ts';
import {
  createMessagePoster,
  type MessagePoster,
} from '../../shared/resources/foundation/webhooks/delivery/post-message.ts';
import {
  type AttemptOutcome,
  recordAttempts,
  stateAfter,
} from '../../shared/resources/foundation/webhooks/delivery/record-attempts.ts';
import { webhookWork } from '../../shared/resources/foundation/webhooks/delivery/work.ts';
import { signingSecretOwner } from '../../shared/resources/foundation/webhooks/signing-secret-owner.ts';
import { createFairScheduler, type FairScheduler, type Turn } from '../runtime/fair-scheduler.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { createRecorder, type Recorder } from '../runtime/outcomes/recorder.ts';
import { untilWritten } from '../runtime/outcomes/until-written.ts';
import { NOT_SIGNED, resolveAttempt } from './resolve-attempt.ts';

/** Messages claimed per statement. */
const CLAIM_MAX = 200;
/** Attempts written per transaction. */
const RESULT_GROUP_MAX = 200;

/** Delivers webhook messages. */
export interface Deliverer {
  /** Says that these endpoints may have due messages. Returns at once. */
  wake(webhookIds: readonly string[]): void;
  /** Graceful shutdown: claims nothing, waits for requests (15 s at most), writes all attempts, closes connections. */
  drain(): Promise<void>;
}

interface Delivering {
  deps: WorkerDeps;
  turns: FairScheduler;
  secrets: Secrets;
  poster: MessagePoster;
  recorder: Recorder<AttemptOutcome>;
  /** Messages in flight: on the wire, or with an attempt that is not written yet. */
  inFlight: Set<Promise<void>>;
}

/** Creates the deliverer of a process. */
export function createDeliverer(deps: WorkerDeps): Deliverer {
  const delivering = createDelivering(deps);
  const { turns, inFlight, recorder, poster } = delivering;
  let stopping = false;
  let claiming: Promise<void> | undefined;
  const mayStart = () => !stopping && deps.lease.mayStartWork();
  // One claim at a time: requests for turns that come during it share the next one.
  const giveTurns = () => {
    if (claiming || !mayStart()) return;
    const taken = turns.take(CLAIM_MAX);
    if (taken.length === 0) return;
    claiming = claimAndSend(delivering, taken, giveTurns).finally(() => {
      claiming = undefined;
      giveTurns();
    });
  };
  return {
    wake(webhookIds) {
      for (const id of webhookIds) turns.ask(id);
      giveTurns();
    },
    async drain() {
      stopping = true;
      recorder.stop();
      await claiming;
      await Promise.all(inFlight);
      await poster.close();
    },
  };
}

function createDelivering(deps: WorkerDeps): Delivering {
  const { config, clock, database, log } = deps;
  if (!config.secretKeys)
    throw new ConfigError('Configuration: "SECRET_KEY" is required to deliver webhooks.');
  return {
    deps,
    turns: createFairScheduler(config.webhookMaxConnections),
    secrets: createSecrets(config.secretKeys),
    poster: createMessagePoster({ reach: config.outboundReach, dnsServers: config.dnsServers, clock }),
    recorder: createRecorder<AttemptOutcome>({
      write: (outcomes) => recordAttempts(database, outcomes),
      describe: ({ messageId }) => ({ message: messageId }),
      groupMax: RESULT_GROUP_MAX,
      log,
    }),
    inFlight: new Set(),
  };
}

/** Claims messages for the endpoints whose turn it is, and sends them. Each keeps its claim until its attempt is written. */
function claimAndSend(delivering: Delivering, taken: readonly Turn[], onEnd: () => void): Promise<void> {
  const { workerId, claims } = delivering.deps.lease;
  // Made before the claim, because the claim may be committed although its answer is lost.
  const claimLease = { worker: workerId, token: randomUUID() };
  return claims.hold(claimLease.token, async () => {
    const messages = await claim(delivering.deps, taken, claimLease);
    send(delivering, taken, messages, onEnd);
  });
}

function send(
  delivering: Delivering,
  taken: readonly Turn[],
  messages: readonly ClaimedMessage[],
  onEnd: () => void,
): void {
  const { deps, turns, secrets, inFlight } = delivering;
  deps.passCrashPoint('webhook-claimed');
  const secretOf = createSecretReader(secrets);
  const unused = new Map(taken.map(({ target, slots }) => [target, slots]));
  for (const message of messages) {
    const { webhookId } = message;
    unused.set(webhookId, (unused.get(webhookId) ?? 0) - 1);
    turns.learn(webhookId, message.endpointFailures > 0);
    const delivery = deps.lease.claims
      .hold(message.token, () => deliver(delivering, message, secretOf, onEnd))
      .finally(() => inFlight.delete(delivery));
    inFlight.add(delivery);
  }
  for (const [endpoint, slots] of unused) {
    // An endpoint that used its whole turn may have more messages.
    if (slots === 0) turns.ask(endpoint);
    for (let left = slots; left > 0; left -= 1) turns.end(endpoint, 'unused');
  }
}

/** Claims messages. If it fails nothing is lost: the rows are released, and tick or sweeper wakes their endpoints. */
async function claim(
  { database, clock, log }: WorkerDeps,
  taken: readonly Turn[],
  claimLease: ClaimLease,
): Promise<ClaimedMessage[]> {
  const shares = taken.map(({ target, slots }) => ({ webhookId: target, count: slots }));
  try {
    return await claimMessages(database, shares, claimLease, clock.now());
  } catch (error) {
    log.warn({ err: error }, 'webhook messages could not be claimed');
    await untilWritten(() => webhookWork.table.abandon(database, claimLease, clock.now()), log).catch(
      (failure: unknown) => log.error({ err: failure }, 'claimed webhook messages could not be released'),
    );
    return [];
  }
}

/** Decrypts the signing secret of a message's webhook, once for all messages that were claimed together. */
type SecretReader = (message: ClaimedMessage) => string;

function createSecretReader(secrets: Secrets): SecretReader {
  const known = new Map<string, string>();
  return ({ webhookId, signingSecret }) => {
    const secret = known.get(webhookId) ?? secrets.decrypt(signingSecret, signingSecretOwner(webhookId));
    known.set(webhookId, secret);
    return secret;
  };
}

/** Takes one message from its claim to its recorded attempt. Never rejects. */
async function deliver(
  delivering: Delivering,
  message: ClaimedMessage,
  secretOf: SecretReader,
  onEnd: () => void,
): Promise<void> {
  const { deps, turns, recorder } = delivering;
  const outcome = await attempt(delivering, message, secretOf);
  deps.passCrashPoint('webhook-answered');
  deps.metrics.webhookDeliveries.inc({ outcome: OUTCOME_OF_STATE[stateAfter(outcome)] });
  // Its place is freed when the attempt is written, so that unwritten attempts are bounded as well.
  await recorder.record(outcome);
  if (!outcome.isDelivered) deps.log.debug(describeFailure(message, outcome), 'webhook failed');
  turns.end(message.webhookId, outcome.isDelivered ? 'success' : 'failure');
  onEnd();
}

/** `npm start` shows it (dev/processes/activity.ts). */
function describeFailure({ endpointUrl: endpoint }: ClaimedMessage, outcome: AttemptOutcome) {
  const { webhookId: webhook, messageId: message, statusCode: status, error: reason } = outcome;
  return { webhook, message, endpoint, status, reason, next_attempt_at: outcome.nextAttemptAt };
}

const OUTCOME_OF_STATE = { success: 'delivered', pending: 'retried', failed: 'failed' } as const;

/** Posts one message; a bug counts as a failed attempt. */
async function attempt(
  { deps: { clock, ids, log }, poster }: Delivering,
  message: ClaimedMessage,
  secretOf: SecretReader,
): Promise<AttemptOutcome> {
  const { id, webhookId, endpointUrl, payload } = message;
  const outcomeOf = (posted: Parameters<typeof resolveAttempt>[1]) =>
    resolveAttempt(message, posted, { attemptId: ids.next(), at: clock.now(), random: Math.random() });
  try {
    return outcomeOf(await poster.post({ id, endpointUrl, secret: secretOf(message), payload }));
  } catch (error) {
    log.error({ err: error, webhook: webhookId, message: id }, 'a webhook message could not be posted');
    return outcomeOf(NOT_SIGNED);
  }
}
