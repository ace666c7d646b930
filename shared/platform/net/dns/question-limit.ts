// Bounds the DNS questions of a process that are in flight, in total and per server (semaphore), so that a server that
// is silent uses few slots, and only until it rests: after three timeouts in a row it is asked nothing for 30 s
// (circuit breaker). A question that is slow makes room for another one. Questions wait in order, and servers take
// turns.
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
  /** Shorter or longer in tests. */
  slowAfterMs?: number;
}

interface ServerState {
  /** Questions with a place. */
  running: number;
  /** Slow questions. */
  slow: number;
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

/**
 * A question without an answer after this time makes room for another one, because it costs only memory: otherwise a
 * resolver that waits for the silent name servers of some domains would block all others.
 */
const SLOW_AFTER_MS = 250;
/** Slow questions in addition to those with a place; when there are more, they keep their places. */
const SLOW_MAX = 768;
const TIMEOUTS_BEFORE_REST = 3;
const REST_MS = 30_000;
/** Servers that are remembered. */
const SERVERS_MAX = 10_000;

/** Creates the limit. */
export function createQuestionLimit(options: QuestionLimitOptions): QuestionLimit {
  const { nowMs } = options;
  const states = new Map<string, ServerState>();
  const slots = new QuestionSlots(options);
  return {
    isResting: (address) => isResting(states.get(address), nowMs()),
    async run(server, ask) {
      const { address, rests } = server;
      const state = stateOf(states, address);
      if (rests && isResting(state, nowMs())) return TIMED_OUT;
      await slots.take(server, state);
      const endQuestion = slots.hold(server, state);
      try {
        if (rests && !beginQuestion(state, nowMs())) return TIMED_OUT;
        const reply = await ask();
        note(state, reply, nowMs());
        return reply;
      } finally {
        endQuestion();
        if (isForgettable(state)) states.delete(address);
      }
    },
  };
}

/** The places of a process: how many questions are in flight, and which ones wait. */
class QuestionSlots {
  readonly #atATime: number;
  readonly #slowAfterMs: number;
  readonly #waiting = new FairQueue<Waiting>();
  #running = 0;
  #slow = 0;

  constructor({ atATime, slowAfterMs = SLOW_AFTER_MS }: QuestionLimitOptions) {
    this.#atATime = atATime;
    this.#slowAfterMs = slowAfterMs;
  }

  /** Waits for a place. */
  async take({ address, atATime: limit }: LimitedServer, state: ServerState): Promise<void> {
    const isFree = this.#running < this.#atATime && state.running < limit;
    if (isFree && state.waiting === 0) return this.#begin(state);
    state.waiting += 1;
    await new Promise<void>((goOn) => this.#waiting.push(address, { state, limit, goOn }));
  }

  /** Frees the place of a question when it is slow or ends. @returns what ends it */
  hold({ rests }: LimitedServer, state: ServerState): () => void {
    let isSlow = false;
    const change = (by: number) => {
      this.#slow += by;
      state.slow += by;
      this.#running -= by;
      // A name server has no more questions because it is slow; a resolver is slow about some domains only.
      if (!rests) state.running -= by;
    };
    const timer = setTimeout(() => {
      if (this.#slow >= SLOW_MAX) return;
      isSlow = true;
      change(+1);
      this.#passSlotOn();
    }, this.#slowAfterMs).unref();
    return () => {
      clearTimeout(timer);
      if (isSlow) change(-1);
      this.#running -= 1;
      state.running -= 1;
      this.#passSlotOn();
    };
  }

  #begin(state: ServerState): void {
    this.#running += 1;
    state.running += 1;
  }

  /** Gives a free slot to a waiting question, so that no later question can take it. */
  #passSlotOn(): void {
    if (this.#running >= this.#atATime) return;
    const next = this.#waiting.take((item) => item.state.running < item.limit);
    if (!next) return;
    next.state.waiting -= 1;
    this.#begin(next.state);
    next.goOn();
  }
}

/** The state of a server; one that is not remembered gets a new one. */
function stateOf(states: Map<string, ServerState>, address: string): ServerState {
  const known = states.get(address);
  if (known) return known;
  if (states.size >= SERVERS_MAX) forgetOne(states);
  const state = { running: 0, slow: 0, waiting: 0, timeouts: 0, restsUntilMs: 0 };
  states.set(address, state);
  return state;
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
  return state.running === 0 && state.slow === 0 && state.waiting === 0 && state.timeouts === 0;
}

/** Makes room: the server that was first asked longest ago and is not asked now. */
function forgetOne(states: Map<string, ServerState>): void {
  for (const [address, state] of states) {
    if (state.running > 0 || state.slow > 0 || state.waiting > 0) continue;
    states.delete(address);
    return;
  }
}
