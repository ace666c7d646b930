// Fair limit (a semaphore whose owners take turns): bounds how much of something owners hold at a time in a process,
// all of them together and each one, so that the work of one owner leaves room for others. A caller that finds no room
// waits behind others of the same owner, and owners are admitted in turn (fair queue); how many may wait can be
// bounded, too. Everything that accounts share is shared through this (docs/architecture/fairness.md).
import { FairQueue } from './fair-queue.ts';

/** How much may be in use and may wait at a time; an absent limit is no limit. */
export interface FairLimits {
  /** Holders, of all owners and of each. */
  total?: number;
  perOwner?: number;
  /** The weights of all holders together; a single one may weigh more. */
  weight?: number;
  /** The callers that wait, of all owners and of each. */
  waiting?: number;
  waitingPerOwner?: number;
}

/** Releases the slot. */
export type Leave = () => void;

interface Waiting {
  owner: string;
  weight: number;
  letIn: (leave: Leave) => void;
}

/** A limit of a process. */
export class FairLimit {
  readonly #limits: FairLimits;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #holders = new Map<string, number>();
  #total = 0;
  #weight = 0;
  #isFilling = false;

  constructor(limits: FairLimits) {
    this.#limits = limits;
  }

  /** How many of this owner wait. */
  waitingOf(owner: string): number {
    return this.#waiting.sizeOf(owner);
  }

  /**
   * Lets the caller in, at once or when there is room.
   * @param letIn called with what gives the room back
   * @returns false: too many wait, and this one will not be let in
   */
  enter(owner: string, letIn: (leave: Leave) => void, weight = 0): boolean {
    const { waiting = Number.POSITIVE_INFINITY, waitingPerOwner = Number.POSITIVE_INFINITY } = this.#limits;
    const next = { owner, weight, letIn };
    // A newcomer overtakes no other of its own owner, however light it is.
    if (this.waitingOf(owner) === 0 && this.#hasRoom(next)) this.#letIn(next);
    else if (this.#waiting.size >= waiting || this.waitingOf(owner) >= waitingPerOwner) return false;
    else this.#waiting.push(owner, next);
    return true;
  }

  /** Does work when there is room. @returns undefined: too many wait */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> | undefined {
    let isIn = true;
    const done = new Promise<Result>((resolve, reject) => {
      isIn = this.enter(owner, (leave) => {
        (async () => await work())().finally(leave).then(resolve, reject);
      });
    });
    return isIn ? done : undefined;
  }

  /** Forgets all that wait. @returns how many */
  clear(): number {
    return this.#waiting.clear().length;
  }

  #hasRoom({ owner, weight }: Waiting): boolean {
    const { total = Number.POSITIVE_INFINITY, perOwner = Number.POSITIVE_INFINITY } = this.#limits;
    const { weight: weightMax = Number.POSITIVE_INFINITY } = this.#limits;
    const isLightEnough = this.#total === 0 || this.#weight + weight <= weightMax;
    return this.#total < total && (this.#holders.get(owner) ?? 0) < perOwner && isLightEnough;
  }

  #letIn({ owner, weight, letIn }: Waiting): void {
    this.#add(owner, 1, weight);
    letIn(() => {
      this.#add(owner, -1, -weight);
      this.#fill();
    });
  }

  /**
   * An admitted request may leave at once, for example because its client has disconnected: then the same loop
   * continues.
   */
  #fill(): void {
    if (this.#isFilling) return;
    this.#isFilling = true;
    const mayEnter = (next: Waiting) => this.#hasRoom(next);
    try {
      for (let next = this.#waiting.take(mayEnter); next; next = this.#waiting.take(mayEnter))
        this.#letIn(next);
    } finally {
      this.#isFilling = false;
    }
  }

  /** The entry of an owner without slots is deleted, so that the map stays small. */
  #add(owner: string, holders: number, weight: number): void {
    this.#total += holders;
    this.#weight += weight;
    const held = (this.#holders.get(owner) ?? 0) + holders;
    if (held > 0) this.#holders.set(owner, held);
    else this.#holders.delete(owner);
  }
}
