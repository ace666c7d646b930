// The places of a server: how many connections it holds, in total, for each network and for each site. When all are taken,
// who has most makes room for who comes: otherwise twenty networks could keep all others out.
import { clientSite, clientSubnet } from '../../shared/platform/rate-limit/client-network.ts';
import type { ServerLimits } from './limits.ts';

type PlaceLimits = Pick<
  ServerLimits,
  'connections' | 'connectionsOfNetwork' | 'connectionsOfSite' | 'idleWhenCrowdedMs'
>;

/** Who has a place. */
export interface PlaceHolder {
  readonly remoteAddress: string;
  /** When it has said something last, in ms as performance.now(); undefined: its message is arriving, and it stays. */
  readonly silentSince: number | undefined;
  /** A recipient of its next message was accepted: it goes only when it is silent for too long. */
  readonly hasRecipient: boolean;
  /** It has lost its place to another one. */
  giveWay(): void;
}

/** From this part of all places on, idle connections end sooner. */
const CROWDED = 0.8;

/** Counts the connections of a server. */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #networks = new Map<string, Set<PlaceHolder>>();
  readonly #sites = new Map<string, number>();
  #taken = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** @returns the text of the 421 when there is no place; undefined: a place is taken */
  take(holder: PlaceHolder): string | undefined {
    const { connections, connectionsOfNetwork, connectionsOfSite } = this.#limits;
    const network = clientSubnet(holder.remoteAddress);
    const site = clientSite(holder.remoteAddress);
    const neighbours = this.#networks.get(network) ?? new Set();
    const ofSite = this.#sites.get(site) ?? 0;
    if (neighbours.size >= connectionsOfNetwork || ofSite >= connectionsOfSite)
      return '4.7.0 Too many connections from your network';
    if (this.#taken >= connections * CROWDED) this.#endSilent();
    if (this.#taken >= connections && !this.#makeRoom(network))
      return '4.3.2 Too many connections, try again later';
    this.#networks.set(network, neighbours.add(holder));
    this.#sites.set(site, (this.#sites.get(site) ?? 0) + 1);
    this.#taken += 1;
    return undefined;
  }

  /** Does nothing if it has given way before. */
  leave(holder: PlaceHolder): void {
    const network = clientSubnet(holder.remoteAddress);
    const neighbours = this.#networks.get(network);
    if (!neighbours?.delete(holder)) return;
    const site = clientSite(holder.remoteAddress);
    const ofSite = (this.#sites.get(site) ?? 0) - 1;
    // Without the entries of those that have left, so that the maps stay small.
    if (neighbours.size === 0) this.#networks.delete(network);
    if (ofSite > 0) this.#sites.set(site, ofSite);
    else this.#sites.delete(site);
    this.#taken -= 1;
  }

  #endSilent(): void {
    const before = performance.now() - this.#limits.idleWhenCrowdedMs;
    for (const neighbours of [...this.#networks.values()])
      for (const holder of [...neighbours])
        if (holder.silentSince !== undefined && holder.silentSince <= before) this.#end(holder);
  }

  /** Of the network with most, the newcomer included, the one goes that has been silent for longest. */
  #makeRoom(newcomer: string): boolean {
    const sizeOf = ([network, { size }]: [string, Set<PlaceHolder>]) => size + (network === newcomer ? 1 : 0);
    for (const [, neighbours] of [...this.#networks].sort((one, other) => sizeOf(other) - sizeOf(one))) {
      const silent = [...neighbours].filter((each) => each.silentSince !== undefined && !each.hasRecipient);
      silent.sort((one, other) => (one.silentSince ?? 0) - (other.silentSince ?? 0));
      if (silent[0]) {
        this.#end(silent[0]);
        return true;
      }
    }
    return false;
  }

  #end(holder: PlaceHolder): void {
    this.leave(holder);
    holder.giveWay();
  }
}
