// The places of a server: how many connections it holds, in total and for each network.
import type { ServerLimits } from './limits.ts';

type PlaceLimits = Pick<ServerLimits, 'connections' | 'connectionsOfNetwork'>;

/** Counts the connections of a server. */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #networks = new Map<string, number>();
  #taken = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** @returns the text of the 421 when there is no place; undefined: a place is taken */
  take(network: string): string | undefined {
    const taken = this.#networks.get(network) ?? 0;
    if (taken >= this.#limits.connectionsOfNetwork) return '4.7.0 Too many connections from your network';
    if (this.#taken >= this.#limits.connections) return '4.3.2 Too many connections, try again later';
    this.#networks.set(network, taken + 1);
    this.#taken += 1;
    return undefined;
  }

  leave(network: string): void {
    const left = (this.#networks.get(network) ?? 0) - 1;
    // Without the entry of a network that has left, so that the map stays small.
    if (left > 0) this.#networks.set(network, left);
    else this.#networks.delete(network);
    this.#taken -= 1;
  }
}
