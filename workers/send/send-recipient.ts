// Sends to one recipient: guard, simulator or SMTP, message, judgement. It always ends with a recorded outcome, because
// a claimed recipient without an outcome would stay claimed.
import type { Counter } from 'prom-client';
import { EMAIL_EVENT_REASONS } from '../../shared/contract/emails/reasons.ts';
import { needsSmtpUtf8 } from '../../shared/mail/addresses.ts';
import { UnsendableMessageError } from '../../shared/mail/encodings/whole-lines.ts';
import {
  type RecipientTokens,
  refLine,
  returnPathLocalPart,
} from '../../shared/mail/feedback/recipient-tokens.ts';
import { hasFeedback } from '../../shared/mail/provider-feedback/provider-kind.ts';
import { tokenLines } from '../../shared/mail/provider-feedback/token-field.ts';
import type { PassCrashPoint } from '../../shared/platform/process/crash-points.ts';
import type { LoadedEmail } from '../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import type { RecipientOutcome } from '../../shared/resources/messaging/emails/delivery/record.ts';
import type { Recorder } from '../runtime/outcomes/recorder.ts';
import { isDatabaseAway } from '../runtime/passing-errors.ts';
import type { OpenProvider } from '../transports/providers/open-provider.ts';
import type { AttemptedDelivery, Delivery, OutgoingMessage } from '../transports/transport.ts';
import type { MailWay } from '../transports/way.ts';
import { type Attempt, type AttemptEnd, type AttemptUse, recipientOutcomeOf } from './attempt.ts';
import type { HeavyMail } from './heavy-mail.ts';
import { createMaySend, type MaySend, type MaySendDeps } from './may-send.ts';
import type { BuiltMessage } from './messages/built-message.ts';
import { AttachmentUnreachableError } from './open-attachments.ts';
import { refundBeforeData, resolveDelivery, tryAgain } from './resolve-delivery.ts';
import { announceRest, endByRest } from './resting.ts';
import { simulate } from './simulate.ts';

/** Files of an email that are larger than this in total, or a kept message that is, make it a heavy mail. */
const LARGE_FILES_BYTES = 1024 * 1024;

/** The dependencies of sending to a recipient. */
export interface SendDeps extends MaySendDeps {
  providerOf(way: MailWay | undefined): OpenProvider;
  tokens: RecipientTokens;
  heavyMail: HeavyMail;
  recorder: Recorder<RecipientOutcome>;
  /** Called for each mail that a server accepted without supporting the requested delivery report (DSN). */
  onUnreported(): void;
  attempts: Counter<'result'>;
  passCrashPoint: PassCrashPoint;
}

/**
 * Sends to one recipient and records the outcome. Never rejects.
 * @param message builds the message; recipients that were claimed together may share one
 */
export async function sendRecipient(
  attempt: Attempt,
  message: () => Promise<BuiltMessage>,
  deps: SendDeps,
): Promise<AttemptUse> {
  const end = await attemptSurely(attempt, message, deps);
  deps.attempts.inc({ result: end.result });
  await deps.recorder.record(recipientOutcomeOf(attempt, end, deps.clock.now()));
  if (end.result !== 'returned') deps.log.debug(describeForLog(attempt, end), 'mail tried');
  return end.use ?? 'unused';
}

/** This is logged at the level `debug` only, because it has an address. `npm start` shows it (dev/processes/activity.ts). */
function describeForLog({ email, recipient }: Attempt, { result, text }: AttemptEnd) {
  return { email: email.id, to: recipient.address, subject: email.subject, result, reply: text };
}

/**
 * A message that cannot be built, and every bug, counts as a failed attempt. That the database is unavailable does not:
 * it is read until the last block of the content is sent, so no server has taken the mail.
 */
async function attemptSurely(
  attempt: Attempt,
  message: () => Promise<BuiltMessage>,
  deps: SendDeps,
): Promise<AttemptEnd> {
  try {
    return await attemptOnce(attempt, message, deps);
  } catch (error) {
    if (error instanceof UnsendableMessageError)
      return { result: 'failed', reason: 'content_refused', text: error.message, isRefunded: true };
    if (error instanceof AttachmentUnreachableError)
      return { result: 'failed', reason: 'attachment_unreachable', text: error.message, isRefunded: true };
    const details = { err: error, email: attempt.email.id };
    if (isDatabaseAway(error)) {
      deps.log.warn(details, 'an email waits for the database');
      return comeBack(deps.clock.now(), NO_DATABASE, DATABASE_DELAY_MS);
    }
    deps.log.error(details, 'an email could not be sent; it is tried again');
    const end = tryAgain(
      attempt,
      { reason: 'message_not_built', text: EMAIL_EVENT_REASONS.message_not_built },
      { now: deps.clock.now(), random: deps.random },
    );
    return refundBeforeData(end, 'queue');
  }
}

async function attemptOnce(
  attempt: Attempt,
  message: () => Promise<BuiltMessage>,
  deps: SendDeps,
): Promise<AttemptEnd> {
  const leave = createMaySend(attempt, deps);
  const unsent = leave.unsent ?? simulate(attempt, deps.simulatorDomains, deps.clock.now());
  if (unsent) return unsent;
  const resting = endByRest(attempt, deps.clock.now());
  if (resting) return resting;
  deps.passCrashPoint('send-claimed');
  const guarded = { ...attempt, leave };
  if (!isHeavy(attempt.email)) return await attemptToTransmit(guarded, message, deps);
  const turn = await deps.heavyMail.enter(attempt.email.accountId, attempt.email.contentBytes);
  if ('waitMs' in turn) return comeBack(deps.clock.now(), MANY_HEAVY, turn.waitMs);
  return await attemptToTransmit(guarded, message, deps).finally(turn.end);
}

/** Whether its HTML, its files or the host of its files would occupy a place for long. */
function isHeavy({ largeContentId, attachments, kept }: LoadedEmail): boolean {
  if (kept) return kept.size > LARGE_FILES_BYTES;
  if (largeContentId !== null || attachments.some(({ content }) => content === null)) return true;
  return attachments.reduce((sum, { content }) => sum + (content?.size ?? 0), 0) > LARGE_FILES_BYTES;
}

const MANY_HEAVY = 'Too many large emails are being sent, so this one waits for its turn.';
const NO_DATABASE = 'The database became unavailable before the message was sent.';
/** Mostly over when the database is back. It bounds a loop of mail that meets such an error of something else each time. */
const DATABASE_DELAY_MS = 2_000;

function comeBack(now: Date, text: string, waitMs: number): AttemptEnd {
  return { result: 'returned', text, nextAttemptAt: new Date(now.getTime() + waitMs) };
}

const WITHHELD = { kind: 'withheld' } as const;

/** An attempt that may be made. */
type Guarded = Attempt & { leave: MaySend };

async function attemptToTransmit(
  attempt: Guarded,
  message: () => Promise<BuiltMessage>,
  deps: SendDeps,
): Promise<AttemptEnd> {
  const token = deps.tokens.tokenOf(attempt.recipient.id);
  const envelope = envelopeOf(attempt, token);
  const { leave } = attempt;
  // The mail may have waited for its turn. Mail that must no longer be sent fetches no file either.
  const maySend = deps.providerOf(attempt.way).isOpen && (await leave.maySend());
  const built = maySend ? await message() : undefined;
  const delivery = built
    ? await transmit({ ...attempt, envelope, head: headOf(attempt, token, built, deps) }, built, deps)
    : WITHHELD;
  deps.passCrashPoint('send-answered');
  if (delivery.kind === 'withheld' && leave.unsent) return leave.unsent;
  const now = deps.clock.now();
  const provider = deps.providerOf(attempt.way);
  const { deliveredBy, isDirect } = provider;
  const end = resolveDelivery(attempt, delivery, { deliveredBy, isDirect, now, random: deps.random });
  if (!('configurationRefused' in end)) return announceRest(keepWire(end, delivery), attempt);
  await provider
    .refuse(end.configurationRefused, { stage: end.stage, ...envelope })
    .catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the switch could not be written; the next attempt will try again'),
    );
  return { result: 'returned', text: end.configurationRefused, nextAttemptAt: now };
}

/** Stores what the transport says about the try with its end, whatever it means. */
function keepWire(end: AttemptEnd, delivery: AttemptedDelivery): AttemptEnd {
  if (delivery.kind === 'withheld' || end.result === 'returned') return end;
  end.server = delivery.server;
  end.tls = delivery.tls;
  end.dialogue = delivery.dialogue;
  end.use = useOf(delivery);
  return end;
}

function useOf(delivery: AttemptedDelivery): AttemptUse {
  if (delivery.kind === 'accepted') return 'success';
  if (delivery.kind === 'unreachable') return 'failure';
  if (delivery.kind !== 'refused') return 'unused';
  return delivery.effect && delivery.effect.kind !== 'unauthenticated' ? 'failure' : 'success';
}

/** An attempt with what only its own mail has: everything else is shared with the email's other recipients. */
type Addressed = Guarded & Required<Pick<OutgoingMessage, 'envelope' | 'head'>>;

/** The SMTP envelope. Each recipient has its own return path (VERP), so that a bounce identifies its recipient. */
function envelopeOf({ email: { domain }, recipient }: Attempt, token: string): Addressed['envelope'] {
  const from = `${returnPathLocalPart(token)}@${domain.returnPathLabel}.${domain.name}`;
  return { from, to: recipient.address };
}

/** The lines of the recipient alone: its token, and the field in which its provider gives it back. */
function headOf({ way }: Attempt, token: string, { own }: BuiltMessage, { providerOf }: SendDeps): Buffer {
  const { kind, configurationSet } = providerOf(way).stored;
  const line = refLine(token);
  if (!own && !hasFeedback(kind)) return line;
  return Buffer.concat([line, tokenLines(kind, { token, configurationSet, own: own ?? [] })]);
}

/** Sends the message in 7 bits to a server that does not accept 8 bits. */
async function transmit(
  attempt: Addressed,
  message: BuiltMessage,
  deps: SendDeps,
): Promise<AttemptedDelivery> {
  const delivery = await transmitAsBuilt(attempt, message, deps);
  if (delivery.kind !== 'needs_seven_bit') return delivery;
  if (!message.inSevenBit) return refuseEightBit();
  return await transmit(attempt, await message.inSevenBit(), deps);
}

/** The message is kept as it arrived, so it cannot be encoded for the server (RFC 6152 §3). */
function refuseEightBit(): AttemptedDelivery {
  const text = 'The server does not offer 8BITMIME, which this mail needs.';
  return { kind: 'refused', stage: 'mail', reply: { code: 554, enhanced: '5.6.3', text, isOurs: true } };
}

async function transmitAsBuilt(
  { email, recipient, way, envelope, head, leave }: Addressed,
  message: BuiltMessage,
  { providerOf, isOpen, onUnreported }: SendDeps,
): Promise<Delivery> {
  const provider = providerOf(way);
  const isReported = provider.deliveredBy === 'dsn';
  const delivery = await provider.send(
    {
      id: recipient.id,
      accountId: email.accountId,
      sourcePool: email.domain.sourcePool,
      way: way?.direct,
      envelope,
      head,
      raw: message.octets,
      ...(message.tail && { tail: message.tail }),
      requiresTls: email.domain.requiresTls,
      smtpUtf8: message.needsSmtpUtf8 || needsSmtpUtf8(recipient.address),
      isEightBit: message.isEightBit,
      ...(isReported && { reportId: recipient.id }),
    },
    // It may have been refused, or paused, since.
    { beforeData: async () => provider.isOpen && (await leave.maySend()) },
    way?.destination,
  );
  if (isReported && delivery.kind === 'accepted' && !delivery.willReport) onUnreported();
  // A connection that was closed by our own stop says nothing about the server.
  const isBrokenOff = delivery.kind === 'unreachable' && !delivery.uncertain && !isOpen();
  return isBrokenOff ? { kind: 'withheld' } : delivery;
}
