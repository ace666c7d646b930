// One SMTP transaction: MAIL, RCPT and DATA are sent together if the server supports pipelining (RFC 2920); then the
// caller may still withhold the mail; then the content follows. From the final dot until its reply only the server
// knows whether it has accepted the mail: a connection that is lost in this time makes the result `uncertain`, and a
// retry a possible duplicate.
import { isAscii } from 'node:buffer';
import type { SmtpReply, SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import { isDatabaseAway } from '../../runtime/passing-errors.ts';
import type { Delivery, OutgoingMessage, SendHooks } from '../transport.ts';
import type { SmtpConnection } from './connection.ts';
import { encodeContent } from './content.ts';
import { reportParametersOfMail, reportParametersOfRcpt } from './dsn-request.ts';
import { SmtpFailure, toDelivery } from './failure.ts';
import { isRefusal } from './replies/reply.ts';
import type { SmtpTimeouts } from './timeouts.ts';

/** A message whose content is encoded for the wire. */
export interface WireMessage extends Omit<OutgoingMessage, 'id' | 'accountId'> {
  /** Its `raw`, dot-stuffed (`encodeContent`). */
  content: Buffer;
}

/** Size of the blocks of the content: each has a time limit, so that a server that accepts none is noticed. */
const BLOCK_BYTES = 256 * 1024;
const GO_AHEAD = 354;
const CRLF = Buffer.from('\r\n');

/** The command of a transaction. */
type CommandStage = Extract<SmtpStage, 'mail' | 'rcpt' | 'data'>;

interface Step {
  stage: CommandStage;
  line: string;
  limitMs: number;
}

/** A command and the server's reply to it. */
export interface CommandAnswer {
  stage: CommandStage;
  reply: SmtpReply;
}

/**
 * Sends a mail. Afterwards the connection is open, in need of RSET, or destroyed, and its transcript can be ended.
 * @throws the error of a tail that could not be read because the database is unavailable
 */
export async function transact(
  connection: SmtpConnection,
  message: WireMessage,
  { hooks, timeouts }: { hooks: SendHooks; timeouts: SmtpTimeouts },
): Promise<Delivery> {
  connection.transcript.begin(connection.mails);
  if (message.requiresTls && !connection.isEncrypted) return refuse(connection, UNENCRYPTED);
  if (needsSmtpUtf8(message) && !connection.extensions.has('SMTPUTF8'))
    return refuse(connection, INTERNATIONAL);
  if (message.isEightBit && !connection.extensions.has('8BITMIME')) return { kind: 'needs_seven_bit' };
  connection.mails += 1;
  connection.needsReset = true;
  try {
    const refusal = await openTransaction(connection, stepsOf(connection, message, timeouts));
    if (refusal) return { kind: 'refused', ...refusal };
    if (!(await mayGoOn(connection, hooks))) return { kind: 'withheld' };
    connection.assertOpen('data');
    const delivery = await sendContent(connection, message, timeouts);
    const willReport = delivery.kind === 'accepted' && reportIdFor(connection, message) !== undefined;
    return willReport ? { ...delivery, willReport } : delivery;
  } catch (error) {
    return toDelivery(error);
  }
}

/** A mail that will not be sent, and the last command to try. */
export interface DryRun {
  envelope: OutgoingMessage['envelope'];
  lastStage: CommandStage;
}

/**
 * Tries whether a mail would be accepted, command by command, up to the last stage. Sends nothing of the mail.
 * @returns the refusal, undefined if there was none
 * @throws SmtpFailure when the server does not reply in time
 */
export async function rehearse(
  connection: SmtpConnection,
  { envelope, lastStage }: DryRun,
  timeouts: SmtpTimeouts,
): Promise<CommandAnswer | undefined> {
  const message = { envelope, raw: CRLF, content: CRLF, smtpUtf8: false };
  const steps = stepsOf(connection, message, timeouts);
  const asked = steps.slice(0, 1 + steps.findIndex(({ stage }) => stage === lastStage));
  const answers = await sendOneByOne(connection, asked);
  const last = answers.at(-1);
  // Only closing the connection shows a server that waits for the content that none will follow.
  if (last?.reply.code === GO_AHEAD) connection.destroy();
  return last && isRefusal(last.reply) ? last : undefined;
}

function needsSmtpUtf8({ envelope, smtpUtf8 }: WireMessage): boolean {
  return smtpUtf8 || !isAscii(Buffer.from(envelope.from + envelope.to));
}

/** The id for reports (DSN); undefined if none are requested, or the server does not support them. */
function reportIdFor({ extensions }: SmtpConnection, { reportId }: WireMessage): string | undefined {
  return extensions.has('DSN') ? reportId : undefined;
}

/** The reply of a server that knows SMTPUTF8 and refuses (RFC 6531 §3.5). */
const INTERNATIONAL: SmtpReply = {
  code: 553,
  enhanced: '5.6.7',
  text: 'The server does not offer SMTPUTF8, which this mail needs.',
  isOurs: true,
};

/** Temporary: the mail waits for a server with TLS. */
const UNENCRYPTED: SmtpReply = {
  code: 450,
  enhanced: '4.7.10',
  text: 'The connection to the server is not encrypted, and the domain of the sender requires TLS.',
  isOurs: true,
};

function refuse({ transcript }: SmtpConnection, reply: SmtpReply): Delivery {
  transcript.note(reply.text);
  return { kind: 'refused', stage: 'mail', reply };
}

function stepsOf(connection: SmtpConnection, message: WireMessage, timeouts: SmtpTimeouts): Step[] {
  const { envelope, content } = message;
  const { extensions } = connection;
  const reportId = reportIdFor(connection, message);
  const parameters = [
    extensions.has('SIZE') ? ` SIZE=${sizeOf(message)}` : '',
    // Without the extension a header in UTF-8 is sent all the same: current servers do not damage it.
    extensions.has('8BITMIME') && (message.isEightBit || !isAscii(content)) ? ' BODY=8BITMIME' : '',
    needsSmtpUtf8(message) ? ' SMTPUTF8' : '',
    reportId === undefined ? '' : reportParametersOfMail(reportId),
  ].join('');
  const ofRcpt = reportId === undefined ? '' : reportParametersOfRcpt(envelope.to);
  return [
    { stage: 'mail', line: `MAIL FROM:<${envelope.from}>${parameters}`, limitMs: timeouts.mailMs },
    { stage: 'rcpt', line: `RCPT TO:<${envelope.to}>${ofRcpt}`, limitMs: timeouts.rcptMs },
    { stage: 'data', line: 'DATA', limitMs: timeouts.dataMs },
  ];
}

/** Octets of the content. */
function sizeOf({ head, content, tail }: WireMessage): number {
  return (head?.length ?? 0) + content.length + (tail?.size ?? 0);
}

/** Sends the commands up to DATA; returns the refusal, undefined if the server waits for the content. */
async function openTransaction(
  connection: SmtpConnection,
  steps: readonly Step[],
): Promise<CommandAnswer | undefined> {
  const together = connection.extensions.has('PIPELINING');
  const answers = together ? await sendTogether(connection, steps) : await sendOneByOne(connection, steps);
  const refusal = answers.find(({ reply }) => isRefusal(reply));
  // A server that waits for content that will not come must be disconnected.
  if (refusal && answers.at(-1)?.reply.code === GO_AHEAD) connection.destroy();
  return refusal;
}

async function sendOneByOne(connection: SmtpConnection, steps: readonly Step[]): Promise<CommandAnswer[]> {
  const answers: CommandAnswer[] = [];
  for (const { stage, line, limitMs } of steps) {
    const reply = await connection.command(line, stage, limitMs);
    answers.push({ stage, reply });
    requireInStep(connection, answers);
    if (isRefusal(reply)) break;
  }
  return answers;
}

async function sendTogether(connection: SmtpConnection, steps: readonly Step[]): Promise<CommandAnswer[]> {
  let limitMs = 0;
  const send = async ({ line, stage, limitMs: ownLimitMs }: Step): Promise<CommandAnswer> => {
    // Each command is answered after the previous ones, so its time limit includes theirs.
    limitMs += ownLimitMs;
    return { stage, reply: await connection.command(line, stage, limitMs) };
  };
  const commands = connection.together(() => steps.map(send));
  const answers: CommandAnswer[] = [];
  for (const settled of await Promise.allSettled(commands)) {
    if (settled.status === 'fulfilled') answers.push(settled.value);
    // A server may refuse and close the connection; then the refusal counts.
    else if (answers.some(({ reply }) => isRefusal(reply))) break;
    else throw settled.reason;
  }
  requireInStep(connection, answers);
  return answers;
}

/** A reply that its command cannot have belongs to another command (desynchronisation), so no reply counts. */
function requireInStep(connection: SmtpConnection, answers: readonly CommandAnswer[]): void {
  const stray = answers.find((answer) => !isRefusal(answer.reply) && !isYes(answer));
  if (!stray) return;
  connection.isDesynchronized = true;
  connection.destroy();
  const { stage, reply } = stray;
  throw new SmtpFailure(
    stage,
    `The server answered ${stage.toUpperCase()} with ${reply.code}, which does not match the command.`,
  );
}

function isYes({ stage, reply: { code } }: CommandAnswer): boolean {
  return stage === 'data' ? code === GO_AHEAD : code < 300;
}

async function mayGoOn(connection: SmtpConnection, { beforeData }: SendHooks): Promise<boolean> {
  let goesOn = false;
  try {
    goesOn = await beforeData();
  } finally {
    // The server waits for the content: only closing the connection shows it that none will follow.
    if (!goesOn) connection.destroy();
  }
  return goesOn;
}

async function sendContent(
  connection: SmtpConnection,
  message: WireMessage,
  timeouts: SmtpTimeouts,
): Promise<Delivery> {
  const inOne = !message.tail && message.content.length <= BLOCK_BYTES;
  const lastBlock = inOne ? withHead(message) : await sendAllButLast(connection, message, timeouts);
  connection.assertOpen('content');
  const delivery = await finish(connection, message, lastBlock, timeouts);
  return delivery.kind === 'unreachable' ? { ...delivery, uncertain: true } : delivery;
}

async function sendAllButLast(
  connection: SmtpConnection,
  message: WireMessage,
  { blockMs }: SmtpTimeouts,
): Promise<Buffer> {
  let last = Buffer.alloc(0) as Buffer;
  for await (const block of blocksOf(connection, message)) {
    if (last.length > 0) await connection.write(last, 'content', blockMs);
    last = block;
  }
  return last;
}

async function* blocksOf(connection: SmtpConnection, message: WireMessage): AsyncGenerator<Buffer> {
  const { tail } = message;
  yield* cut(withHead(message));
  try {
    for await (const piece of tail?.read() ?? []) yield* cut(encodeContent(piece));
  } catch (error) {
    // The server waits for more: only closing the connection shows it that the message is not complete.
    connection.destroy();
    // It says nothing about the server.
    if (isDatabaseAway(error)) throw error;
    throw new SmtpFailure('content', `The message could not be read: ${(error as Error).message}`);
  }
}

/** Copied only now: mails that wait for a connection share their content. */
function withHead({ head, content }: WireMessage): Buffer {
  return head ? Buffer.concat([head, content]) : content;
}

function* cut(octets: Buffer): Generator<Buffer> {
  for (let start = 0; start < octets.length; start += BLOCK_BYTES)
    yield octets.subarray(start, start + BLOCK_BYTES);
}

/** Sends the last block with the final dot. */
async function finish(
  connection: SmtpConnection,
  message: WireMessage,
  lastBlock: Buffer,
  { blockMs, contentMs }: SmtpTimeouts,
): Promise<Delivery> {
  try {
    const reply = await connection.together(() => {
      // The reply decides, even if it arrives before all is sent; if a block cannot be sent, the dot fails as well.
      connection.write(lastBlock, 'content', blockMs).catch(() => undefined);
      return connection.command('.', 'content', contentMs, `. (after ${sizeOf(message)} octets)`);
    });
    // A duplicate refusal is then taken for the reply to RSET, and not for that of another mail.
    connection.needsReset = isRefusal(reply);
    if (isRefusal(reply)) return { kind: 'refused', stage: 'content', reply };
    if (reply.code < 300) return { kind: 'accepted', reply };
    connection.destroy();
    throw new SmtpFailure('content', 'The server neither accepted nor refused the message.');
  } catch (error) {
    return toDelivery(error);
  }
}
