// The places of a server: how many connections it holds, in total, for each network and for each site. When all are taken,
// who has most makes room for who comes: otherwise twenty networks could keep all others out.
import { clientSite, clientSubnet } from '../../shared/platform/addresses/client-network.ts';
import type { ServerLimits } from './limits.ts';

type SlotLimits = Pick<
  ServerLimits,
  'connections' | 'connectionsOfNetwork' | 'connectionsOfSite' | 'idleWhenCrowdedMs'
>;

/** A client that has a slot. */
export interface SlotHolder {
  readonly remoteAddress: string;
  /** Since when it says nothing that is waited for, in ms as performance.now(); undefined: it is being served. */
  readonly silentSince: number | undefined;
  /** A recipient of its next message was accepted. */
  readonly hasRecipient: boolean;
  /** Called when it has lost its slot to another client. */
  giveWay(): void;
}

/** From this part of all slots on, silent connections end sooner. */
const CROWDED = 0.8;

/** Counts the connections of a server. */
export class ConnectionSlots {
  readonly #limits: SlotLimits;
  /** The connections of each site, in the order in which they arrived. */
  readonly #sites = new Map<string, Set<SlotHolder>>();
  readonly #networks = new Map<string, number>();
  #taken = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** @returns the text of the 421 when no slot is free; undefined: a slot is taken */
  take(holder: SlotHolder): string | undefined {
    const { connections, connectionsOfNetwork, connectionsOfSite } = this.#limits;
    const network = clientSubnet(holder.remoteAddress);
    const site = clientSite(holder.remoteAddress);
    const ofNetwork = this.#networks.get(network) ?? 0;
    const neighbours = this.#sites.get(site)?.size ?? 0;
    if (ofNetwork >= connectionsOfNetwork || neighbours >= connectionsOfSite)
      return '4.7.0 Too many connections from your network';
    if (this.#taken >= connections * CROWDED) this.#endSilent();
    if (this.#taken >= connections && !this.#makeRoom(site))
      return '4.3.2 Too many connections, try again later';
    this.#sites.set(site, (this.#sites.get(site) ?? new Set()).add(holder));
    this.#networks.set(network, (this.#networks.get(network) ?? 0) + 1);
    this.#taken += 1;
    return undefined;
  }

  /** Does nothing if it has given way before. */
  leave(holder: SlotHolder): void {
    const site = clientSite(holder.remoteAddress);
    const neighbours = this.#sites.get(site);
    if (!neighbours?.delete(holder)) return;
    const network = clientSubnet(holder.remoteAddress);
    const left = (this.#networks.get(network) ?? 0) - 1;
    // Without the entries of those that have left, so that the maps stay small.
    if (neighbours.size === 0) this.#sites.delete(site);
    if (left > 0) this.#networks.set(network, left);
    else this.#networks.delete(network);
    this.#taken -= 1;
  }

  #endSilent(): void {
    const before = performance.now() - this.#limits.idleWhenCrowdedMs;
    for (const holder of [...this.#sites.values()].flatMap((holders) => [...holders]))
      if (holder.silentSince !== undefined && holder.silentSince <= before) this.#end(holder);
  }

  /**
   * Closes a connection of the sites that have most, with the newcomer counted: the one that is silent for longest and
   * has no recipient. A site that keeps all of its connections busy to hold them loses the oldest, but to a smaller
   * site only.
   */
  #makeRoom(newcomer: string): boolean {
    const sizeOf = (site: string) => (this.#sites.get(site)?.size ?? 0) + (site === newcomer ? 1 : 0);
    const most = Math.max(...[...this.#sites.keys()].map(sizeOf));
    const largest = [...this.#sites].filter(([site]) => sizeOf(site) === most);
    const silent = largest
      .flatMap(([, holders]) => [...holders])
      .filter((holder) => holder.silentSince !== undefined && !holder.hasRecipient)
      .sort((one, other) => (one.silentSince ?? 0) - (other.silentSince ?? 0));
    const [oldest] = largest[0]?.[1] ?? [];
    const leaving = silent[0] ?? (sizeOf(newcomer) < most ? oldest : undefined);
    if (leaving) this.#end(leaving);
    return leaving !== undefined;
  }

  #end(holder: SlotHolder): void {
    this.leave(holder);
    holder.giveWay();
  }
}
