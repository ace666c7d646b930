// `npm run bench -- --timeline`: what happens between the POST of one mail on an idle service and the server's 250, and when: each
// packet that the processes exchange with Postgres, Redis and the server.
import { SINGLE } from '../load/shape.ts';
import type { Options } from '../options.ts';
import { type AskedProcesses, createAskedProcesses } from '../processes/asked.ts';
import { deliver, openRun, type Run } from '../run.ts';
import { ONE_OF_EACH } from '../scenario.ts';
import { sendOneByOne } from '../scenarios/idle.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';
import type { Mark, MarksQuestion } from './agent.ts';
import { describeCommands, describeSession, describeStatements } from './describe-octets.ts';

const AGENT = 'bench/timeline/agent.ts';
const QUESTION: MarksQuestion = { type: 'marks' };

/** A mark and the process that made it. */
interface PlacedMark extends Mark {
  process: string;
}

/**
 * Draws the mail with the median time.
 * @returns a line for each packet: milliseconds since the POST and since the line before, the process, and what it is
 */
export async function drawTimeline(
  variant: Variant,
  servers: Servers,
  { warmUp, idleMails, htmlBytes }: Options,
): Promise<string> {
  const { startProcess, askEach } = createAskedProcesses(servers.startProcess, AGENT);
  const plan = { variant, shape: SINGLE, htmlBytes, processes: ONE_OF_EACH, startProcess };
  const { run, close } = await openRun(plan, servers);
  try {
    await deliver(run, warmUp);
    await takeMarks(askEach);
    const times = await sendOneByOne(run, idleMails);
    const marks = await takeMarks(askEach);
    const sorted = times.toSorted((one, other) => one.takenMs - one.sentMs - (other.takenMs - other.sentMs));
    const { sentMs = 0, takenMs = 0 } = sorted[Math.floor(sorted.length / 2)] ?? {};
    const own = marks.filter(({ atMs }) => atMs >= sentMs && atMs <= takenMs);
    const known = peers(run);
    const lines = [...own.map((mark) => describe(mark, known)), { atMs: takenMs, text: 'sink: 250' }];
    return [`${variant.name}, the median of ${times.length} mails`, ...lines.map(rowOf(sentMs))].join('\n');
  } finally {
    await close();
  }
}

async function takeMarks(askEach: AskedProcesses['askEach']): Promise<PlacedMark[]> {
  const found = await askEach<{ marks: Mark[] }>(QUESTION);
  const placed = found.flatMap(({ process, answer: { marks } }) =>
    joined(marks).map((mark) => ({ ...mark, process })),
  );
  return placed.sort((one, other) => one.atMs - other.atMs);
}

/** Pieces that follow each other on one connection are one packet. */
function joined(marks: readonly Mark[]): Mark[] {
  const packets: Mark[] = [];
  for (const mark of marks) {
    const last = packets.at(-1);
    const isNext = last?.what === mark.what && last.ownPort === mark.ownPort && mark.what !== 'requested';
    if (last && isNext) packets[packets.length - 1] = { ...last, octets: last.octets + mark.octets };
    else packets.push(mark);
  }
  return packets;
}

interface Line {
  atMs: number;
  text: string;
}

function describe({ atMs, what, port, octets, process }: PlacedMark, known: ReadonlyMap<number, Peer>): Line {
  if (what === 'requested') return { atMs, text: `${process}: has the head of the request` };
  const peer = known.get(port);
  if (!peer) return { atMs, text: `${process}: answers` };
  const said = what === 'reads' && peer.isAnswerDull ? '' : ` ${peer.describe(octets)}`;
  return { atMs, text: `${process} ${what === 'writes' ? '→' : '←'} ${peer.name}${said}` };
}

interface Peer {
  name: string;
  describe(octets: string): string;
  isAnswerDull: boolean;
}

function peers({ databaseUrl, servers, sink }: Run): ReadonlyMap<number, Peer> {
  const postgres: Peer = { name: 'Postgres', describe: describeStatements, isAnswerDull: true };
  const redis: Peer = { name: 'Redis', describe: describeCommands, isAnswerDull: true };
  return new Map([
    [Number(new URL(databaseUrl).port), postgres],
    [Number(new URL(servers.redisUrl).port), redis],
    [Number(sink.announcement['port']), { name: 'sink', describe: describeSession, isAnswerDull: false }],
  ]);
}

function rowOf(startMs: number) {
  let lastMs = startMs;
  return ({ atMs, text }: Line): string => {
    const row = [atMs - startMs, atMs - lastMs].map((ms) => ms.toFixed(2).padStart(7));
    lastMs = atMs;
    return `${row.join('')}  ${text}`;
  };
}
