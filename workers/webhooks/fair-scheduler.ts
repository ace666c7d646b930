// Whose turn it is: shares a process's places among endpoints so that none holds up another (design rule 10). Nothing
// here knows what is done in a place.
//
// - An endpoint begins with one place, and gains one with each success, up to 32; a failure takes it back to one.
// - No endpoint takes more than an eighth of what is free, and for more than its first place an eighth of all is not free
//   at all; so something is left for the next one, also when many become slow at once.
// - Endpoints whose last answer is no success, or not known, hold no more than half of all places together; those that
//   are known to fail no more than a quarter. So whoever answers never waits for whoever hangs.
// - While proven endpoints have something to do, others come few at a time, because to meet one costs as much as four
//   messages on connections that are there. But with each taking some of them come, whatever the proven ones have to do.
// - Within these bounds they take turns in the order in which they asked.

const WINDOW_MAX = 32;
/** One endpoint's part of the free places, and the part of all places that is kept for first ones. */
const PART = 8;
/**
 * The part of a taking that is kept for each other standing, and all that it is given while proven ones take part: of the
 * deliverer's 200, taken about ninety times a second under load, 8.
 */
const FEW_PART = 25;

/** What is known of an endpoint's answers. */
export type Standing = 'proven' | 'unknown' | 'failing';

interface Lane {
  window: number;
  standing: Standing;
  /** Places in use. */
  held: number;
  /** It has not had fewer to do than it was given places for. */
  mayHaveMore: boolean;
  /** Something was announced since it was given places last. */
  isAsked: boolean;
}

/** Places that an endpoint is given. */
export interface Turn {
  endpoint: string;
  places: number;
}

/** The places of a process. */
export interface FairScheduler {
  /** The endpoint has, or may have, something to do. */
  ask(endpoint: string): void;
  /** Gives places to those who wait, as far as there are any. Each place is given back by `end`. */
  take(atMost: number): Turn[];
  /** Gives back a place; what it was used for went well, badly, or it was not used. */
  end(endpoint: string, result: 'success' | 'failure' | 'unused'): void;
  /** What the database says of an endpoint's last answers. */
  learn(endpoint: string, isFailing: boolean): void;
  /** Places in use. */
  readonly held: number;
  /** Endpoints that hold a place or wait. */
  readonly known: number;
}

interface State {
  places: number;
  lanes: Map<string, Lane>;
  /** Who may be given places, in the order of asking. */
  waiting: Record<Standing, Set<string>>;
  held: Record<Standing, number>;
  /** Endpoints without a lane whose last answer was a success, the latest last. */
  remembered: Set<string>;
}

/** Endpoints that are remembered to have answered: most have an event now and then only. */
const REMEMBERED_MAX = 10_000;

/** Proven endpoints come first: they surely give their places back soon. */
const OTHERS: readonly Standing[] = ['unknown', 'failing'];

/** Creates the places of a process. */
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

/** Whoever holds as much as it may is not looked at before it gives something back: it may hang, and there may be many. */
function waitIfRoom({ waiting }: State, endpoint: string, lane: Lane): void {
  if (lane.held < lane.window) waiting[lane.standing].add(endpoint);
}

/** Of fewer than three places the proven ones may have all. */
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

/** Gives places to those of a standing, in the order of asking. */
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

/** Places that endpoints of a standing may still be given together. */
function roomOf(state: State, standing: Standing): number {
  const { places, held } = state;
  const free = places - heldOf(state);
  const unproven = Math.min(free, Math.floor(places / 2) - held.unknown - held.failing);
  if (standing === 'proven') return free;
  return standing === 'unknown' ? unproven : Math.min(unproven, Math.floor(places / 4) - held.failing);
}

/** Places that an endpoint may be given now. */
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
