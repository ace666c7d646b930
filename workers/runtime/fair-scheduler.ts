// Fair scheduler (round robin with a concurrency limit per target): shares the slots ("slots") of a process among targets,
// endpoints of webhooks or mailbox providers, so that a slow one cannot delay the others
// (docs/architecture/guarantees.md#fairness). It does not know what a place is used for.
//
// - A target has at most as many places as its window allows.
// - No target takes more than an eighth of the free places, and an eighth of all places is reserved for first places;
//   so something is left for the next target, also when many become slow at once.
// - Targets whose last result is unknown or a failure hold at most half of all places together; those that are known
//   to fail hold at most a quarter. So a target that responds never waits for one that hangs.
// - While proven targets have work, only a few others are served at a time, because the first contact with a
//   target costs as much as four messages on existing connections. But each call of `take` serves some of them.
// - Within these limits targets take turns in the order in which they asked.

/** How many places a target may have. */
export interface Window {
  /** Places at a time. */
  readonly limit: number;
  /** Places that it may be given now, whatever it holds; absent: any number. */
  readonly allowed?: number;
  /** The part of the free places that it may have; absent: an eighth. */
  readonly part?: number;
  /** A place has ended with this result. */
  end(result: 'success' | 'failure'): void;
}

const ENDPOINT_LIMIT = 32;
/** One target's part of the free places, and the part of all places that is reserved for first places. */
const PART = 8;
/**
 * This part of a `take` is reserved for each other standing, and is also its limit while proven targets take part: 8
 * of the deliverer's 200, which it takes about ninety times a second under load.
 */
const FEW_PART = 25;

/** What the results of a target say about it. */
export type TargetHealth = 'proven' | 'unknown' | 'failing';

interface Lane {
  window: Window;
  health: TargetHealth;
  /** Places in use. */
  inProgress: number;
  /** It may have more work: in its last turn it used all of its slots, or it asked again. */
  mayHaveMore: boolean;
  /** It has asked since it last got slots. */
  isAsked: boolean;
}

/** Places that a target gets. */
export interface Turn {
  target: string;
  slots: number;
}

/** The places of a process. */
export interface FairScheduler {
  /** Says that the target has, or may have, work. */
  ask(target: string): void;
  /** Gives free places to targets that wait. Each place must be released with `end`. */
  take(atMost: number): Turn[];
  /** Releases a place, with the result of its use. */
  end(target: string, result: 'success' | 'failure' | 'unused'): void;
  /** Says what the database knows about the last results of a target. */
  learn(target: string, isFailing: boolean): void;
  /** Places in use. */
  readonly inProgress: number;
  /** Number of targets that have a slot or wait. */
  readonly known: number;
}

interface State {
  slots: number;
  lanes: Map<string, Lane>;
  /** Targets that may be given places, in the order in which they asked. */
  waiting: Record<TargetHealth, Set<string>>;
  inProgress: Record<TargetHealth, number>;
  /** Idle targets whose last result was a success, the latest last. */
  remembered: Set<string>;
}

/** Targets that are remembered as proven: most have an event only now and then. */
const REMEMBERED_MAX = 10_000;

/** The standings after `proven`, which comes first because proven targets release their places soon. */
const OTHERS: readonly TargetHealth[] = ['unknown', 'failing'];

/** The window of a target of which only its results are known: one slot, and one more with each success. */
export function openEndpointWindow(): Window {
  let limit = 1;
  return {
    get limit() {
      return limit;
    },
    end(result) {
      limit = result === 'success' ? Math.min(ENDPOINT_LIMIT, limit + 1) : 1;
    },
  };
}

/** Creates the scheduler of a process. @param openWindow called for a target that begins to ask */
export function createFairScheduler(
  slots: number,
  openWindow: (target: string) => Window = openEndpointWindow,
): FairScheduler {
  const state: State = {
    slots,
    lanes: new Map(),
    waiting: { proven: new Set(), unknown: new Set(), failing: new Set() },
    inProgress: { proven: 0, unknown: 0, failing: 0 },
    remembered: new Set(),
  };
  const { lanes } = state;
  return {
    ask(target) {
      const lane = lanes.get(target) ?? createLane(openWindow(target), state.remembered.has(target));
      lanes.set(target, lane);
      lane.mayHaveMore = true;
      lane.isAsked = true;
      waitIfRoom(state, target, lane);
    },
    take: (atMost) => take(state, atMost),
    end(target, result) {
      const lane = lanes.get(target);
      if (!lane) return;
      hold(state, lane, -1);
      if (result === 'unused') lane.mayHaveMore = lane.isAsked;
      else recordResult(state, target, lane, result);
      if (lane.mayHaveMore) waitIfRoom(state, target, lane);
      else state.waiting[lane.health].delete(target);
      if (lane.inProgress === 0 && !lane.mayHaveMore) forget(state, target, lane);
    },
    learn(target, isFailing) {
      const lane = lanes.get(target);
      if (lane?.health === 'unknown' && isFailing) become(state, target, lane, 'failing');
    },
    get inProgress() {
      return inProgressOf(state);
    },
    get known() {
      return lanes.size;
    },
  };
}

const createLane = (window: Window, isProven: boolean): Lane => ({
  window,
  health: isProven ? 'proven' : 'unknown',
  inProgress: 0,
  mayHaveMore: true,
  isAsked: true,
});

function forget({ lanes, remembered }: State, target: string, { health }: Lane): void {
  lanes.delete(target);
  remembered.delete(target);
  if (health !== 'proven') return;
  remembered.add(target);
  const [oldest = ''] = remembered;
  if (remembered.size > REMEMBERED_MAX) remembered.delete(oldest);
}

/** A target at its limit is not queued until it releases a place: it may hang, and there may be many of them. */
function waitIfRoom({ waiting }: State, target: string, lane: Lane): void {
  if (lane.inProgress < lane.window.limit) waiting[lane.health].add(target);
}

/** Only when `atMost` is one may proven targets take everything. */
function take(state: State, atMost: number): Turn[] {
  const few = Math.max(1, Math.floor(atMost / FEW_PART));
  const turns = takeFor(state, 'proven', Math.max(1, atMost - OTHERS.length * few));
  const areFew = turns.length > 0;
  for (const health of OTHERS) {
    const left = atMost - turns.reduce((sum, { slots }) => sum + slots, 0);
    turns.push(...takeFor(state, health, areFew ? Math.min(left, few) : left));
  }
  return turns;
}

/** Gives places to targets of a standing, in the order in which they asked. */
function takeFor(state: State, health: TargetHealth, atMost: number): Turn[] {
  const turns: Turn[] = [];
  let left = atMost;
  for (const target of state.waiting[health]) {
    if (left <= 0 || roomOf(state, health) <= 0) break;
    const lane = state.lanes.get(target) as Lane;
    const share = Math.min(left, shareOf(state, lane));
    if (share === 0) continue;
    state.waiting[health].delete(target);
    lane.isAsked = false;
    hold(state, lane, share);
    left -= share;
    turns.push({ target, slots: share });
  }
  return turns;
}

function inProgressOf({ inProgress }: State): number {
  return inProgress.proven + inProgress.unknown + inProgress.failing;
}

/** Places that targets of a standing may still get together. */
function roomOf(state: State, health: TargetHealth): number {
  const { slots, inProgress } = state;
  const free = slots - inProgressOf(state);
  const unproven = Math.min(free, Math.floor(slots / 2) - inProgress.unknown - inProgress.failing);
  if (health === 'proven') return free;
  return health === 'unknown' ? unproven : Math.min(unproven, Math.floor(slots / 4) - inProgress.failing);
}

/** Places that a target may get now. */
function shareOf(state: State, lane: Lane): number {
  const free = state.slots - inProgressOf(state);
  const { limit, allowed = limit, part = 1 / PART } = lane.window;
  const most = Math.max(1, Math.floor((free - state.slots / PART) * part));
  return Math.max(0, Math.min(Math.min(limit, most) - lane.inProgress, allowed, roomOf(state, lane.health)));
}

function hold(state: State, lane: Lane, change: number): void {
  lane.inProgress += change;
  state.inProgress[lane.health] += change;
}

function recordResult(state: State, target: string, lane: Lane, result: 'success' | 'failure'): void {
  become(state, target, lane, result === 'success' ? 'proven' : 'failing');
  lane.window.end(result);
}

function become(state: State, target: string, lane: Lane, health: TargetHealth): void {
  const { inProgress, waiting } = state;
  inProgress[lane.health] -= lane.inProgress;
  inProgress[health] += lane.inProgress;
  if (waiting[lane.health].delete(target)) waiting[health].add(target);
  lane.health = health;
}
