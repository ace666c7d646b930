// Sends a mail to the first of several servers that takes it. The next one is tried only while it is certain that the
// one before does not have the mail, so that failover sends no duplicates.
import type { DeliveryTls, TlsPolicyName } from '../../../shared/mail/delivery-tls.ts';
import { CONNECTION_STAGES } from '../../../shared/mail/smtp-reply.ts';
import type { Delivery, OutgoingMessage, SendHooks } from '../transport.ts';
import type { SmtpConnection } from './connection.ts';
import { encodeContent } from './content.ts';
import { SmtpFailure, toDelivery } from './failure.ts';
import type { ConnectionPool } from './pool.ts';
import { isTransient } from './replies/reply.ts';
import type { SmtpTimeouts } from './timeouts.ts';
import { transact, type WireMessage } from './transaction.ts';

/** A server that may be tried. */
export interface Hop {
  /** Its host name. */
  server: string;
  pool: ConnectionPool;
  /** What decided the TLS of direct delivery. */
  policy?: TlsPolicyName;
}

/** How servers are tried. */
export interface TryOptions {
  hooks: SendHooks;
  timeouts: SmtpTimeouts;
  /** Called with the result of each server that was tried. */
  onDelivery?: ((delivery: Delivery) => void) | undefined;
}

/** A message that is sent, and the account whose turn it is. */
type SentMessage = WireMessage & Pick<OutgoingMessage, 'accountId'>;

const SERVER_IS_LEAVING = 421;

/**
 * Tries the servers in their order.
 * @throws TypeError for an envelope that cannot be sent
 */
export async function tryServers(
  hops: readonly Hop[],
  message: OutgoingMessage,
  options: TryOptions,
): Promise<Delivery> {
  const wireMessage = encodeMessage(message);
  const dialogue: string[] = [];
  let delivery: Delivery = { kind: 'unreachable', stage: 'queue', reason: 'There is no server.' };
  for (const hop of hops) {
    delivery = await tryServer(hop, wireMessage, options, dialogue);
    if (!mayFailOver(delivery)) break;
  }
  return delivery;
}

/** @throws TypeError for an envelope that cannot be written: an address with a line break would inject a command */
export function encodeMessage(message: OutgoingMessage): SentMessage {
  const { from, to } = message.envelope;
  if (to === '' || /[<>\p{Cc}]/u.test(from + to))
    throw new TypeError('An envelope address cannot be written into an SMTP command.');
  return { ...message, content: encodeContent(message.raw) };
}

/** Tries one server. @param dialogue the new lines are added to it */
export async function tryServer(
  hop: Hop,
  message: SentMessage,
  options: TryOptions,
  dialogue: string[],
): Promise<Delivery> {
  const delivery = await sendVia(hop, message, options, dialogue).catch(toDelivery);
  nameServer(delivery, hop, dialogue);
  options.onDelivery?.(delivery);
  return delivery;
}

async function sendVia(
  { pool, policy }: Hop,
  message: SentMessage,
  options: TryOptions,
  dialogue: string[],
): Promise<Delivery> {
  for (;;) {
    const connection = await acquire(pool, message.accountId, dialogue);
    const isReused = connection.mails > 0;
    let delivery: Delivery;
    try {
      delivery = await transact(connection, message, options);
    } finally {
      dialogue.push(connection.transcript.end());
      pool.release(connection);
    }
    // A server may close an idle connection in the moment in which it is used again; that says nothing about the
    // server. Nor do replies that may belong to the previous mail.
    const isInDoubt = isLostAtStart(delivery) || (connection.isDesynchronized && isBeforeContent(delivery));
    if (isReused && isInDoubt) continue;
    if (policy && hasServer(delivery)) delivery.tls = tlsOf(connection, policy);
    return delivery;
  }
}

function tlsOf({ transcript: { tls } }: SmtpConnection, policy: TlsPolicyName): DeliveryTls {
  return { version: tls?.version ?? null, verified: tls?.verified ?? false, policy };
}

/** Opens a connection. The dialogue of one that failed is added to `dialogue`. @throws SmtpFailure */
async function acquire(pool: ConnectionPool, owner: string, dialogue: string[]) {
  try {
    return await pool.acquire(owner);
  } catch (error) {
    if (error instanceof SmtpFailure && error.dialogue) dialogue.push(error.dialogue);
    throw error;
  }
}

/**
 * Adds the server and its dialogue, unless nothing was tried with it. It assigns, because a copy for each mail costs
 * more.
 */
function nameServer(delivery: Delivery, { server }: Hop, dialogue: readonly string[]): void {
  if (!hasServer(delivery)) return;
  if (delivery.kind === 'unreachable' && delivery.stage === 'queue') return;
  delivery.server = server;
  delivery.dialogue = dialogue.join('');
}

function isLostAtStart(delivery: Delivery): boolean {
  if (delivery.kind === 'unreachable') return delivery.stage === 'mail';
  return (
    delivery.kind === 'refused' && delivery.stage === 'mail' && delivery.reply.code === SERVER_IS_LEAVING
  );
}

function isBeforeContent(delivery: Delivery): boolean {
  return (delivery.kind === 'unreachable' || delivery.kind === 'refused') && delivery.stage !== 'content';
}

/** A server was asked. */
function hasServer(
  delivery: Delivery,
): delivery is Extract<Delivery, { kind: 'accepted' | 'unreachable' | 'refused' }> {
  return delivery.kind === 'accepted' || delivery.kind === 'unreachable' || delivery.kind === 'refused';
}

/** True when the server does not have the mail and another one may accept it. */
export function mayFailOver(delivery: Delivery): boolean {
  if (delivery.kind === 'unreachable') return !delivery.uncertain && delivery.stage !== 'queue';
  if (delivery.kind !== 'refused') return false;
  const { stage, reply } = delivery;
  // Another server may have what this one lacks: encryption.
  if (reply.isOurs && isTransient(reply)) return true;
  if (CONNECTION_STAGES.has(stage) || (stage === 'auth' && isTransient(reply))) return true;
  return stage !== 'content' && reply.code === SERVER_IS_LEAVING;
}
