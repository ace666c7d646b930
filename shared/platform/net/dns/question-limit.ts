// Bounds the DNS questions of a process that are in flight, in total and per server (semaphore), so that a server that
// is silent holds few places and no longer than its rest: after three timeouts in a row it is asked nothing for 30 s
// (circuit breaker). Questions wait in their order, the servers in turns.
import { FairQueue } from '../../sharing/fair-queue.ts';
import { type DnsReply, TIMED_OUT } from './question.ts';

/** The limit of a process. */
export interface QuestionLimit {
  /** Asks when there is a place. A resting server is not asked: its reply is a timeout at once. */
  run<Value>(server: LimitedServer, ask: () => Promise<DnsReply<Value>>): Promise<DnsReply<Value>>;
  /** True while a server rests. */
  isResting(address: string): boolean;
}

/** A server that is asked. */
export interface LimitedServer {
  address: string;
  /** Most questions to it at a time. */
  atATime: number;
  /**
   * True for the name servers of domains. False for a resolver: its timeouts are those of the domains that it was asked
   * about, so it is asked even while it rests.
   */
  rests: boolean;
}

/** Bounds. */
export interface QuestionLimitOptions {
  /** Most questions at a time. */
  atATime: number;
  /** Monotonic milliseconds. */
  nowMs: () => number;
}

interface ServerState {
  running: number;
  waiting: number;
  /** Since the last answer. */
  timeouts: number;
  restsUntilMs: number;
}

interface Waiting {
  state: ServerState;
  limit: number;
  goOn: () => void;
}

const TIMEOUTS_BEFORE_REST = 3;
const REST_MS = 30_000;
/** Servers that are remembered. */
const SERVERS_MAX = 10_000;

/** Creates the limit. */
export function createQuestionLimit({ atATime, nowMs }: QuestionLimitOptions): QuestionLimit {
  const states = new Map<string, ServerState>();
  const waiting = new FairQueue<Waiting>();
  let running = 0;

  const stateOf = (address: string): ServerState => {
    const known = states.get(address);
    if (known) return known;
    if (states.size >= SERVERS_MAX) forgetOne(states);
    const state = { running: 0, waiting: 0, timeouts: 0, restsUntilMs: 0 };
    states.set(address, state);
    return state;
  };
  const begin = (state: ServerState) => {
    running += 1;
    state.running += 1;
  };
  const takePlace = async (address: string, limit: number, state: ServerState) => {
    if (running < atATime && state.running < limit && state.waiting === 0) return begin(state);
    state.waiting += 1;
    await new Promise<void>((goOn) => waiting.push(address, { state, limit, goOn }));
  };
  /** A question that ends passes its place on, so that no later question can take it. */
  const freePlace = (address: string, state: ServerState) => {
    running -= 1;
    state.running -= 1;
    const next = waiting.take((item) => item.state.running < item.limit);
    if (next) {
      next.state.waiting -= 1;
      begin(next.state);
      next.goOn();
    }
    if (isForgettable(state)) states.delete(address);
  };
  return {
    isResting: (address) => isResting(states.get(address), nowMs()),
    async run({ address, atATime: limit, rests }, ask) {
      const state = stateOf(address);
      if (rests && isResting(state, nowMs())) return TIMED_OUT;
      await takePlace(address, limit, state);
      try {
        if (rests && !beginQuestion(state, nowMs())) return TIMED_OUT;
        const reply = await ask();
        note(state, reply, nowMs());
        return reply;
      } finally {
        freePlace(address, state);
      }
    },
  };
}

function isResting(state: ServerState | undefined, nowMs: number): boolean {
  return state !== undefined && state.timeouts >= TIMEOUTS_BEFORE_REST && nowMs < state.restsUntilMs;
}

/** After a rest one question is asked, as a probe: the next rest begins with it, and its answer ends that. */
function beginQuestion(state: ServerState, nowMs: number): boolean {
  if (isResting(state, nowMs)) return false;
  if (state.timeouts >= TIMEOUTS_BEFORE_REST) state.restsUntilMs = nowMs + REST_MS;
  return true;
}

function note(state: ServerState, reply: DnsReply<unknown>, nowMs: number): void {
  const isTimeout = reply.kind === 'unanswered' && reply.reason === 'timeout';
  state.timeouts = isTimeout ? state.timeouts + 1 : 0;
  if (state.timeouts >= TIMEOUTS_BEFORE_REST) state.restsUntilMs = nowMs + REST_MS;
}

function isForgettable(state: ServerState): boolean {
  return state.running === 0 && state.waiting === 0 && state.timeouts === 0;
}

/** Makes room: the server that was first asked longest ago and is not asked now. */
function forgetOne(states: Map<string, ServerState>): void {
  for (const [address, state] of states) {
    if (state.running > 0 || state.waiting > 0) continue;
    states.delete(address);
    return;
  }
}
