// The sender of a process for one lane of mail: takes each claimed recipient from the guard to its recorded outcome. It owns what outlives a
// job: the SMTP connections, the signing keys and the outcomes that are not written yet.

import { createRsaSigner } from '../../shared/mail/dkim/rsa-signer.ts';
import { createFeedbackFields } from '../../shared/mail/feedback/feedback-fields.ts';
import { createRecipientTokens } from '../../shared/mail/feedback/recipient-tokens.ts';
import { createTrackingTokens } from '../../shared/mail/tracking/tracking-tokens.ts';
import { createTrackingUrls } from '../../shared/mail/tracking/tracking-urls.ts';
import { type Config, ConfigError } from '../../shared/platform/config/config.ts';
import { isDirect } from '../../shared/platform/config/mx-settings.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { SecretKeys } from '../../shared/platform/security/secret-keys.ts';
import { createSecrets } from '../../shared/platform/security/secrets.ts';
import { FairTurns } from '../../shared/platform/sharing/fair-turns.ts';
import { createBodyReader } from '../../shared/resources/messaging/campaign-contents/body-reader.ts';
import type { LoadedEmail } from '../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import type { MailLane } from '../../shared/resources/messaging/emails/email.ts';
import { createPollLinks } from '../../shared/resources/messaging/polls/link.ts';
import { createPreferencesLinks } from '../../shared/resources/messaging/unsubscribe-page/link.ts';
import { createWebVersionLinks } from '../../shared/resources/messaging/web-versions/link.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { RESULT_GROUP_MAX } from '../runtime/outcomes/written-outcomes.ts';
import { OpenProviders } from '../transports/providers/open-providers.ts';
import type { FindMailWay, MailWay } from '../transports/way.ts';
import type { AttemptUse } from './attempt.ts';
import { createHeavyMail, type HeavyMailLimits } from './heavy-mail.ts';
import { createMessageBuilder } from './messages/make-message.ts';
import { createAttachmentOpener } from './open-attachments.ts';
import { createPauseGate, type PauseGate } from './pause-gate.ts';
import { createSendRecorder } from './recorder.ts';
import { type SendDeps, sendRecipient } from './send-recipient.ts';
import { createSendSlots, type ReservedSlots } from './slots.ts';

/**
 * Bytes of HTML and text of the heavy mails in progress: each takes up to six times as much memory while it is built.
 * The links of a recipient are not counted: they add a few megabytes at most (TRACKED_TARGETS_MAX_LENGTH,
 * PLACEHOLDERS_MAX).
 */
const HEAVY_BYTES = 32 * 1024 * 1024;

/** Sends claimed recipients. */
export interface Sender {
  /**
   * Reserves places for a job of a queue (back-pressure); resolves when there are enough and the state of the pause is
   * known.
   */
  reserve(atMost: number, queue?: string): Promise<ReservedSlots>;
  /** Resolves when the state of the pause, and the providers, are known. */
  readonly ready: Promise<void>;
  /** False while nothing may be sent: no valid lease, a pause, a stop, or one provider alone, which refuses us. */
  isOpen(): boolean;
  /** There is one relay alone, and it takes mail at any pace: mail is not dealt. */
  isPlain(): boolean;
  /** For mail that is dealt. */
  readonly allocated: {
    /** Places for recipients. */
    readonly slots: number;
    reserve(atMost: number): Promise<ReservedSlots>;
    findWay: FindMailWay;
  };
  /** Sends an email to its recipients; each uses one place, and holds its claim, until its outcome is written. */
  send(email: LoadedEmail, slots: ReservedSlots, allocated?: AllocatedSend): void;
  /** Graceful shutdown: starts nothing, finishes mail on the wire, releases the other claims, writes all outcomes. */
  drain(): Promise<void>;
}

/** How mail is sent that was dealt. */
export interface AllocatedSend {
  wayOf(recipientId: string): MailWay | undefined;
  /** Called when the place of a recipient is free. */
  onEnd(recipientId: string, result: AttemptUse): void;
}

/** Creates the sender of a process for one lane. */
export function createSender(deps: WorkerDeps, lane: MailLane): Sender {
  const { config, lease } = deps;
  const connections = connectionsOf(config, lane);
  const secretKeys = requireSecretKeys(config.secretKeys);
  const messages = openMessageBuilder(deps, { secretKeys, lane });
  const providers = new OpenProviders(deps, lane, connections);
  const pause = createPauseGate(deps);
  // Mails on the wire, as many that wait for a connection, and one group of outcomes that is being written. Mail that is dealt
  // has a place when it has a connection.
  const count = 2 * connections + RESULT_GROUP_MAX;
  const slots = createSendSlots(count);
  const slotCount = isDirect(config) ? config.mx.maxConnections : Math.max(config.mx.maxConnections, count);
  const allocatedSlots = createSendSlots(slotCount);
  const heavyMail = createHeavyMail(heavyMailLimits(config, count, connections), Math.random);
  const recorder = createSendRecorder(deps);
  let isStopping = false;
  const isOpen = () => !isStopping && lease.mayStartWork() && pause.isOpen() && providers.isKnown;
  const ready = Promise.all([pause.looked, providers.looked]).then(() => {});
  const sendDeps = createSendDeps(deps, secretKeys, { heavyMail, recorder, providers, pause, isOpen });
  return {
    async reserve(atMost, queue) {
      await ready;
      return await slots.reserve(atMost, queue);
    },
    ready,
    isOpen: () => isOpen() && (!providers.isPlain || providers.default.isOpen),
    isPlain: () => providers.isPlain,
    allocated: { slots: slotCount, reserve: allocatedSlots.reserve, findWay: providers.findWay },
    send(email, slots, allocated) {
      const message = messages.build(email);
      for (const recipient of email.recipients) {
        const way = allocated?.wayOf(recipient.id);
        const sent = lease.claims.hold(recipient.token, () =>
          sendRecipient({ email, recipient, way }, () => message(recipient), sendDeps),
        );
        slots.use(sent.then((use) => allocated?.onEnd(recipient.id, use)));
      }
    },
    async drain() {
      isStopping = true;
      recorder.stop();
      heavyMail.close();
      // At the same time: the transport refuses the mails that wait for a connection, and their outcomes are written.
      await Promise.all([providers.stop(), slots.empty(), allocatedSlots.empty(), pause.stop()]);
      await messages.close();
    },
  };
}

interface SharedParts extends Pick<SendDeps, 'heavyMail' | 'recorder' | 'isOpen'> {
  providers: OpenProviders;
  pause: PauseGate;
}

/** What the attempts of a process share. */
function createSendDeps(
  deps: WorkerDeps,
  secretKeys: SecretKeys,
  { heavyMail, recorder, providers, pause, isOpen }: SharedParts,
): SendDeps {
  const { config, clock, metrics, passCrashPoint, log } = deps;
  return {
    clock,
    heavyMail,
    recorder,
    providerOf: (way) => way?.provider ?? providers.default,
    database: deps.database,
    tokens: createRecipientTokens(secretKeys),
    simulatorDomains: config.simulatorDomains,
    onUnreported: warnOnce(log),
    random: Math.random,
    isOpen,
    passCrashPoint,
    log,
    isSuspended: (accountId) => deps.suspensions.has(accountId),
    stopOf: pause.stopOf,
    isPaused: pause.isPaused,
    attempts: metrics.attempts,
  };
}

/** Connections to the relay of SMTP_URL. */
function connectionsOf(config: Config, lane: MailLane): number {
  return lane === 'campaign' ? config.bulkMaxConnections : config.smtpMaxConnections;
}

/** The message builder with what it keeps open: fetches of attachments, and the threads that sign. */
function openMessageBuilder(
  deps: WorkerDeps,
  { secretKeys, lane }: { secretKeys: SecretKeys; lane: MailLane },
) {
  const { publicUrl, mailHostname } = deps.config;
  const attachments = createAttachmentOpener(deps);
  const signer = createRsaSigner();
  const build = createMessageBuilder({
    database: deps.database,
    secrets: createSecrets(secretKeys),
    links: createPreferencesLinks(publicUrl, secretKeys),
    pollLinks: createPollLinks(publicUrl, secretKeys),
    webVersions: createWebVersionLinks(publicUrl, secretKeys),
    trackingUrls: createTrackingUrls(publicUrl, createTrackingTokens(secretKeys)),
    attachments,
    sign: signer.sign,
    readBody: createBodyReader(deps.database, new FairTurns(), { areRequired: true }),
    lane,
    addFeedbackFields: createFeedbackFields(mailHostname),
  });
  const close = async () => {
    await Promise.all([attachments.close(), signer.close()]);
  };
  return { build, close };
}

/** Heavy mail is sent over at most half of the connections, and waits for its turn in at most half of the places. */
function heavyMailLimits(config: Config, count: number, ofRelay: number): HeavyMailLimits {
  const [slots, connections] = isDirect(config)
    ? [config.mx.maxConnections, config.mx.maxConnections]
    : [count, ofRelay];
  return {
    active: Math.max(Math.floor(connections / 2), 1),
    activeBytes: HEAVY_BYTES,
    waiting: Math.floor(slots / 2),
    waitingOfAccount: Math.floor(slots / 4),
  };
}

/** Logs once per process, because it applies to every further mail. */
function warnOnce(log: Logger): () => void {
  let warned = false;
  return () => {
    if (!warned) log.warn('a server does not offer DSN: its mail stays "sent", because SMTP_DELIVERY is dsn');
    warned = true;
  };
}

function requireSecretKeys(secretKeys: SecretKeys | undefined): SecretKeys {
  if (!secretKeys) throw new ConfigError('Configuration: "SECRET_KEY" is required to send.');
  return secretKeys;
}
