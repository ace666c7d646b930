// Runs the rows of the fault tables: a server has a fault once; the row has the result of the mail that meets it. No
// other mail is affected: one that waits in the meantime and one that comes later are accepted at once and arrive once.
import { expect } from 'chai';
import type { SmtpTimeouts } from '../../../../../workers/transports/smtp/timeouts.ts';
import type { Delivery } from '../../../../../workers/transports/transport.ts';
import type { Fault, FaultStage } from '../../../../support/smtp-sink/faults.ts';
import type { SmtpSink } from '../../../../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../../../../support/time/eventually.ts';
import { goOn, makeMail, type RelayBench } from './use-relay.ts';

/** A row of a table. */
export interface FaultRow {
  /** Title after "A server that …". */
  title: string;
  /** Faults of the server, each of which occurs once. */
  faults: readonly Fault[];
  /** The expected result, as `describeDelivery` formats it. */
  mail: string;
  /** Pattern of the reply or the reason. */
  says?: RegExp;
  /** How often the mail arrives at the server. */
  arrives: 0 | 1;
  /** Size of the mail in octets; a long one exceeds the buffers of the network. */
  size?: number;
  timeouts?: Partial<SmtpTimeouts>;
  /** `tls` of SMTP_URL; `opportunistic` has no login. */
  tls?: 'opportunistic';
  /** Tested only with (true) or only without (false) pipelining; absent: both. */
  pipelining?: boolean;
}

const auth = { user: 'u', pass: 'p' };

/** `accepted 250`, `refused 550 5.1.1 at rcpt`, `unreachable at content, uncertain`. */
export function describeDelivery(delivery: Delivery): string {
  if (!('reply' in delivery) && delivery.kind !== 'unreachable') return delivery.kind;
  if (delivery.kind === 'unreachable')
    return `unreachable at ${delivery.stage}${delivery.uncertain ? ', uncertain' : ''}`;
  const { code, enhanced } = delivery.reply;
  const words = [
    delivery.kind,
    code,
    ...(delivery.kind === 'refused' ? [enhanced, 'at', delivery.stage] : []),
  ];
  return words.filter((word) => word !== undefined).join(' ');
}

/** A mail that meets a fault while its connection is opened; mails that wait for this connection share its result. */
export async function meetWhileOpening(bench: RelayBench, row: FaultRow): Promise<void> {
  const { sink, relay } = await prepare(bench, row, row.faults);
  checkDelivery(row, await relay.send(faulty(row), goOn));
  expect(describeDelivery(await relay.send(makeMail('later'), goOn))).to.equal('accepted 250');
  await checkServer(row, sink, ['later']);
}

/** A mail that meets a fault on the first connection; a second mail waits for it, a third comes later. */
export async function meetInTransaction(bench: RelayBench, row: FaultRow): Promise<void> {
  const { sink, relay } = await prepare(bench, row, row.faults);
  const [met, waiting] = await Promise.all([
    relay.send(faulty(row), goOn),
    relay.send(makeMail('waiting'), goOn),
  ]);
  checkDelivery(row, met);
  expect(describeDelivery(waiting)).to.equal('accepted 250');
  expect(describeDelivery(await relay.send(makeMail('later'), goOn))).to.equal('accepted 250');
  await checkServer(row, sink, ['waiting', 'later']);
}

/** A mail that meets a fault on a connection that has already sent another mail. */
export async function meetOnReuse(bench: RelayBench, row: FaultRow): Promise<void> {
  const { sink, relay } = await prepare(bench, row, []);
  expect(describeDelivery(await relay.send(makeMail('earlier'), goOn))).to.equal('accepted 250');
  for (const fault of row.faults) sink.setFault({ ...fault, times: 1 });
  checkDelivery(row, await relay.send(faulty(row), goOn));
  expect(describeDelivery(await relay.send(makeMail('later'), goOn))).to.equal('accepted 250');
  await checkServer(row, sink, ['earlier', 'later']);
}

async function prepare(bench: RelayBench, row: FaultRow, faults: readonly Fault[]) {
  const sink = await bench.sink({
    tls: 'starttls',
    ...(row.tls === 'opportunistic' ? {} : { auth }),
    faults: faults.map((fault) => ({ ...fault, times: 1 })),
    extensions: { pipelining: row.pipelining ?? true },
  });
  const relay = bench.relay(`${sink.url}?tls=${row.tls ?? 'insecure'}`, {
    maxConnections: 1,
    timeouts: row.timeouts ?? {},
  });
  return { sink, relay };
}

function faulty({ size = 0 }: FaultRow) {
  return makeMail(`faulty${'x'.repeat(size)}`);
}

function checkDelivery({ mail, says = /./ }: FaultRow, delivery: Delivery): void {
  expect(describeDelivery(delivery)).to.equal(mail);
  if (!('reply' in delivery) && delivery.kind !== 'unreachable') return;
  expect(delivery.kind === 'unreachable' ? delivery.reason : delivery.reply.text).to.match(says);
}

async function checkServer({ arrives, faults }: FaultRow, sink: SmtpSink, others: readonly string[]) {
  const taken = sink.messages.map(({ raw }) => raw);
  const isFaulty = (raw: Buffer) => raw.includes('X-Tag: faulty');
  expect(taken.filter(isFaulty)).to.have.length(arrives);
  const sound = taken.filter((raw) => !isFaulty(raw)).map(String);
  expect(sound.sort()).to.deep.equal(others.map((text) => String(makeMail(text).raw)).sort());
  if (faults.some(({ kind }) => kind === 'stall')) return;
  await eventually('only the working connection is left', () => sink.connections().open === 1);
}

/** A server that refuses at a stage: for the moment, for good, and because it shuts down. */
export function refusingAt(stage: FaultStage): FaultRow[] {
  const at = stage === 'after-data' ? 'content' : stage;
  const replies = [
    ['451 4.3.0', 'not now'],
    ['554 5.7.1', 'never'],
    ['421 4.3.2', 'shutting down'],
  ];
  return replies.map(([codes, text]) => ({
    title: `says ${codes} at ${stage}`,
    faults: [{ stage, kind: 'answer', reply: `${codes} ${text}` }],
    mail: `refused ${codes} at ${at}`,
    says: new RegExp(`^${text}$`),
    arrives: 0,
  }));
}
