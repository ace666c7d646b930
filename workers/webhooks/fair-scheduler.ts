// Fair scheduler (round robin with a concurrency limit per endpoint): shares the delivery slots ("places") of a process
// among endpoints, so that a slow endpoint cannot delay the others (docs/architecture/guarantees.md#fairness). It does
// not know what a place is used for.
//
// - An endpoint begins with one place and gains one with each success, up to 32; a failure takes it back to one.
// - No endpoint takes more than an eighth of the free places, and an eighth of all places is reserved for first places;
//   so something is left for the next endpoint, also when many become slow at once.
// - Endpoints whose last result is unknown or a failure hold at most half of all places together; those that are known
//   to fail hold at most a quarter. So an endpoint that responds never waits for one that hangs.
// - While proven endpoints have work, only a few others are served at a time, because the first contact with an
//   endpoint costs as much as four messages on existing connections. But each call of `take` serves some of them.
// - Within these limits endpoints take turns in the order in which they asked.

const WINDOW_MAX = 32;
/** One endpoint's part of the free places, and the part of all places that is reserved for first places. */
const PART = 8;
/**
 * This part of a `take` is reserved for each other standing, and is also its limit while proven endpoints take part: 8
 * of the deliverer's 200, which it takes about ninety times a second under load.
 */
const FEW_PART = 25;

/** What is known about the results of an endpoint. */
export type Standing = 'proven' | 'unknown' | 'failing';

interface Lane {
  window: number;
  standing: Standing;
  /** Places in use. */
  held: number;
  /** It may have more work: at its last turn it used all of its places, or it asked again. */
  mayHaveMore: boolean;
  /** It has asked since it was last given places. */
  isAsked: boolean;
}

/** Places that an endpoint gets. */
export interface Turn {
  endpoint: string;
  places: number;
}

/** The places of a process. */
export interface FairScheduler {
  /** Says that the endpoint has, or may have, work. */
  ask(endpoint: string): void;
  /** Gives free places to endpoints that wait. Each place must be released with `end`. */
  take(atMost: number): Turn[];
  /** Releases a place, with the result of its use. */
  end(endpoint: string, result: 'success' | 'failure' | 'unused'): void;
  /** Says what the database knows about the last results of an endpoint. */
  learn(endpoint: string, isFailing: boolean): void;
  /** Places in use. */
  readonly held: number;
  /** Number of endpoints that hold a place or wait. */
  readonly known: number;
}

interface State {
  places: number;
  lanes: Map<string, Lane>;
  /** Endpoints that may be given places, in the order in which they asked. */
  waiting: Record<Standing, Set<string>>;
  held: Record<Standing, number>;
  /** Idle endpoints whose last result was a success, the latest last. */
  remembered: Set<string>;
}

/** Endpoints that are remembered as proven: most have an event only now and then. */
const REMEMBERED_MAX = 10_000;

/** The standings after `proven`, which comes first because proven endpoints release their places soon. */
const OTHERS: readonly Standing[] = ['unknown', 'failing'];

/** Creates the scheduler of a process. */
export function createFairScheduler(places: number): FairScheduler {
  const state: State = {
    places,
    lanes: new Map(),
    waiting: { proven: new Set(), unknown: new Set(), failing: new Set() },
    held: { proven: 0, unknown: 0, failing: 0 },
    remembered: new Set(),
  };
  const { lanes } = state;
  return {
    ask(endpoint) {
      const lane = lanes.get(endpoint) ?? createLane(state.remembered.has(endpoint));
      lanes.set(endpoint, lane);
      lane.mayHaveMore = true;
      lane.isAsked = true;
      waitIfRoom(state, endpoint, lane);
    },
    take: (atMost) => take(state, atMost),
    end(endpoint, result) {
      const lane = lanes.get(endpoint);
      if (!lane) return;
      hold(state, lane, -1);
      if (result === 'unused') lane.mayHaveMore = lane.isAsked;
      else judge(state, endpoint, lane, result);
      if (lane.mayHaveMore) waitIfRoom(state, endpoint, lane);
      else state.waiting[lane.standing].delete(endpoint);
      if (lane.held === 0 && !lane.mayHaveMore) forget(state, endpoint, lane);
    },
    learn(endpoint, isFailing) {
      const lane = lanes.get(endpoint);
      if (lane?.standing === 'unknown' && isFailing) become(state, endpoint, lane, 'failing');
    },
    get held() {
      return heldOf(state);
    },
    get known() {
      return lanes.size;
    },
  };
}

const createLane = (isProven: boolean): Lane => ({
  window: 1,
  standing: isProven ? 'proven' : 'unknown',
  held: 0,
  mayHaveMore: true,
  isAsked: true,
});

function forget({ lanes, remembered }: State, endpoint: string, { standing }: Lane): void {
  lanes.delete(endpoint);
  remembered.delete(endpoint);
  if (standing !== 'proven') return;
  remembered.add(endpoint);
  const [oldest = ''] = remembered;
  if (remembered.size > REMEMBERED_MAX) remembered.delete(oldest);
}

/** An endpoint at its limit is not queued until it releases a place: it may hang, and there may be many of them. */
function waitIfRoom({ waiting }: State, endpoint: string, lane: Lane): void {
  if (lane.held < lane.window) waiting[lane.standing].add(endpoint);
}

/** Only when `atMost` is one may proven endpoints take everything. */
function take(state: State, atMost: number): Turn[] {
  const few = Math.max(1, Math.floor(atMost / FEW_PART));
  const turns = takeFor(state, 'proven', Math.max(1, atMost - OTHERS.length * few));
  const areFew = turns.length > 0;
  for (const standing of OTHERS) {
    const left = atMost - turns.reduce((sum, { places }) => sum + places, 0);
    turns.push(...takeFor(state, standing, areFew ? Math.min(left, few) : left));
  }
  return turns;
}

/** Gives places to endpoints of a standing, in the order in which they asked. */
function takeFor(state: State, standing: Standing, atMost: number): Turn[] {
  const turns: Turn[] = [];
  let left = atMost;
  for (const endpoint of state.waiting[standing]) {
    if (left <= 0 || roomOf(state, standing) <= 0) break;
    const lane = state.lanes.get(endpoint) as Lane;
    const share = Math.min(left, shareOf(state, lane));
    if (share === 0) continue;
    state.waiting[standing].delete(endpoint);
    lane.isAsked = false;
    hold(state, lane, share);
    left -= share;
    turns.push({ endpoint, places: share });
  }
  return turns;
}

function heldOf({ held }: State): number {
  return held.proven + held.unknown + held.failing;
}

/** Places that endpoints of a standing may still get together. */
function roomOf(state: State, standing: Standing): number {
  const { places, held } = state;
  const free = places - heldOf(state);
  const unproven = Math.min(free, Math.floor(places / 2) - held.unknown - held.failing);
  if (standing === 'proven') return free;
  return standing === 'unknown' ? unproven : Math.min(unproven, Math.floor(places / 4) - held.failing);
}

/** Places that an endpoint may get now. */
function shareOf(state: State, lane: Lane): number {
  const free = state.places - heldOf(state);
  const part = Math.max(1, Math.floor((free - state.places / PART) / PART));
  return Math.max(0, Math.min(Math.min(lane.window, part) - lane.held, roomOf(state, lane.standing)));
}

function hold(state: State, lane: Lane, change: number): void {
  lane.held += change;
  state.held[lane.standing] += change;
}

function judge(state: State, endpoint: string, lane: Lane, result: 'success' | 'failure'): void {
  become(state, endpoint, lane, result === 'success' ? 'proven' : 'failing');
  lane.window = result === 'success' ? Math.min(WINDOW_MAX, lane.window + 1) : 1;
}

function become(state: State, endpoint: string, lane: Lane, standing: Standing): void {
  const { held, waiting } = state;
  held[lane.standing] -= lane.held;
  held[standing] += lane.held;
  if (waiting[lane.standing].delete(endpoint)) waiting[standing].add(endpoint);
  lane.standing = standing;
}
