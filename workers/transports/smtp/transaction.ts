// One mail over one connection: MAIL, RCPT and DATA go out together where the server allows it (RFC 2920), then we
// may still decide otherwise, then the content. From the moment in which the final dot is on its way until its
// reply nobody but the server knows whether the mail is out: a connection lost there is `uncertain`.
import { isAscii } from 'node:buffer';
import type { SmtpReply, SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import type { Delivery, OutgoingMessage, SendHooks } from '../transport.ts';
import type { SmtpConnection } from './connection.ts';
import { encodeContent } from './content.ts';
import { reportParametersOfMail, reportParametersOfRcpt } from './dsn-request.ts';
import { SmtpFailure, toDelivery } from './failure.ts';
import { isRefusal } from './replies/reply.ts';
import type { SmtpTimeouts } from './timeouts.ts';

/** A message whose content is ready for the wire. */
export interface WireMessage extends OutgoingMessage {
  /** What is in memory of it, dot-stuffed (`encodeContent`). */
  content: Buffer;
}

/** The content goes out in pieces, so that a server that takes none of it is noticed. */
const BLOCK_BYTES = 256 * 1024;
const GO_AHEAD = 354;
const CRLF = Buffer.from('\r\n');

/** Where a command stands in a transaction. */
type CommandStage = Extract<SmtpStage, 'mail' | 'rcpt' | 'data'>;

interface Step {
  stage: CommandStage;
  line: string;
  limitMs: number;
}

/** A server's reply to a command. */
export interface CommandAnswer {
  stage: CommandStage;
  reply: SmtpReply;
}

/** Tries a mail; leaves the connection open, in need of a reset, or destroyed. */
export async function transact(
  connection: SmtpConnection,
  message: WireMessage,
  { hooks, timeouts }: { hooks: SendHooks; timeouts: SmtpTimeouts },
): Promise<Delivery> {
  if (needsSmtpUtf8(message) && !connection.extensions.has('SMTPUTF8')) return refuseInternational();
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

/** A mail that will not be sent, and the last command that is to be asked about. */
export interface Rehearsal {
  envelope: OutgoingMessage['envelope'];
  lastStage: CommandStage;
}

/**
 * Asks whether a mail would be taken, command by command, as far as its last stage. Nothing of it is sent.
 * @returns the refusal, undefined: there was none
 * @throws SmtpFailure when the server does not answer in time
 */
export async function rehearse(
  connection: SmtpConnection,
  { envelope, lastStage }: Rehearsal,
  timeouts: SmtpTimeouts,
): Promise<CommandAnswer | undefined> {
  const message = { envelope, raw: CRLF, content: CRLF, smtpUtf8: false };
  const steps = stepsOf(connection, message, timeouts);
  const asked = steps.slice(0, 1 + steps.findIndex(({ stage }) => stage === lastStage));
  const answers = await sendOneByOne(connection, asked);
  const last = answers.at(-1);
  // Only leaving tells a server that waits for the content that none comes.
  if (last?.reply.code === GO_AHEAD) connection.destroy();
  return last && isRefusal(last.reply) ? last : undefined;
}

function needsSmtpUtf8({ envelope, smtpUtf8 }: OutgoingMessage): boolean {
  return smtpUtf8 || !isAscii(Buffer.from(envelope.from + envelope.to));
}

/** Undefined: no reports are asked for, or the server has none to offer. */
function reportIdFor({ extensions }: SmtpConnection, { reportId }: OutgoingMessage): string | undefined {
  return extensions.has('DSN') ? reportId : undefined;
}

/** As a server would say it that knows SMTPUTF8 (RFC 6531 §3.5). */
function refuseInternational(): Delivery {
  const text = 'The server does not offer SMTPUTF8, which this mail needs.';
  return { kind: 'refused', stage: 'mail', reply: { code: 553, enhanced: '5.6.7', text } };
}

function stepsOf(connection: SmtpConnection, message: WireMessage, timeouts: SmtpTimeouts): Step[] {
  const { envelope, content, tail } = message;
  const { extensions } = connection;
  const reportId = reportIdFor(connection, message);
  const parameters = [
    extensions.has('SIZE') ? ` SIZE=${content.length + (tail?.size ?? 0)}` : '',
    // Without the extension 8-bit octets are sent all the same: no server of today harms them.
    extensions.has('8BITMIME') && !isAscii(content) ? ' BODY=8BITMIME' : '',
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

/** Brings the server to wait for the content; answers the refusal if it does not. */
async function openTransaction(
  connection: SmtpConnection,
  steps: readonly Step[],
): Promise<CommandAnswer | undefined> {
  const together = connection.extensions.has('PIPELINING');
  const answers = together ? await sendTogether(connection, steps) : await sendOneByOne(connection, steps);
  const refusal = answers.find(({ reply }) => isRefusal(reply));
  // A server that waits for a content which will not come is left.
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
    // Each is answered after those before it, and so may take their time too.
    limitMs += ownLimitMs;
    return { stage, reply: await connection.command(line, stage, limitMs) };
  };
  const commands = connection.together(() => steps.map(send));
  const answers: CommandAnswer[] = [];
  for (const settled of await Promise.allSettled(commands)) {
    if (settled.status === 'fulfilled') answers.push(settled.value);
    // A server may refuse and hang up; the refusal is what counts.
    else if (answers.some(({ reply }) => isRefusal(reply))) break;
    else throw settled.reason;
  }
  requireInStep(connection, answers);
  return answers;
}

/** An answer that its command cannot have is another one's, and so may be all others: none of them counts. */
function requireInStep(connection: SmtpConnection, answers: readonly CommandAnswer[]): void {
  const stray = answers.find((answer) => !isRefusal(answer.reply) && !isYes(answer));
  if (!stray) return;
  connection.isOutOfStep = true;
  connection.destroy();
  const { stage, reply } = stray;
  throw new SmtpFailure(
    stage,
    `The server answered ${stage.toUpperCase()} with ${reply.code}, which is no answer to it.`,
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
    // The server waits for the content: only leaving tells it that none comes.
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
  const lastBlock = inOne ? message.content : await sendAllButLast(connection, message, timeouts);
  connection.assertOpen('content');
  const delivery = await finish(connection, lastBlock, timeouts);
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

async function* blocksOf(connection: SmtpConnection, { content, tail }: WireMessage): AsyncGenerator<Buffer> {
  yield* cut(content);
  try {
    for await (const piece of tail?.read() ?? []) yield* cut(encodeContent(piece));
  } catch (error) {
    // The server waits for more: only leaving tells it that the message is not complete.
    connection.destroy();
    throw new SmtpFailure('content', `The message could not be read: ${(error as Error).message}`);
  }
}

function* cut(octets: Buffer): Generator<Buffer> {
  for (let start = 0; start < octets.length; start += BLOCK_BYTES)
    yield octets.subarray(start, start + BLOCK_BYTES);
}

/** Sends the last block with the final dot. */
async function finish(
  connection: SmtpConnection,
  lastBlock: Buffer,
  { blockMs, contentMs }: SmtpTimeouts,
): Promise<Delivery> {
  try {
    const reply = await connection.together(() => {
      // The reply decides, also one that comes before all is out; a block that cannot be sent fails the dot as well.
      connection.write(lastBlock, 'content', blockMs).catch(() => undefined);
      return connection.command('.', 'content', contentMs);
    });
    // A refusal said twice is then the answer to RSET, and no other mail's.
    connection.needsReset = isRefusal(reply);
    if (isRefusal(reply)) return { kind: 'refused', stage: 'content', reply };
    if (reply.code < 300) return { kind: 'accepted', reply };
    connection.destroy();
    throw new SmtpFailure('content', 'The server answered the message with neither yes nor no.');
  } catch (error) {
    return toDelivery(error);
  }
}
