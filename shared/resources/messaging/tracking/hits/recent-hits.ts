// Recognizes repeated hits: the same client that loads a pixel or follows a link again within ten seconds has made one
// hit. Most repetitions are by programs, and by people who click twice. The memory has a fixed bound, so that a flood
// costs no memory; beyond the bound a repetition may count again.
import { hash } from 'node:crypto';
import type { NewHit } from './hit.ts';

/** Equal hits within this time are one. */
export const REPEATED_WITHIN_MS = 10_000;
/** Hits of a recipient in a generation; no person makes so many, with however many programs. */
const OF_RECIPIENT_MAX = 100;
/** Hits that are remembered in each of two generations. */
const GENERATION_MAX = 50_000;

/** Remembers hits. */
export class RecentHits {
  /** Digest of a hit → when it arrived. A new generation begins when the old one cannot contain recent hits. */
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  /** Recipient → hits in the young generation. */
  #counts = new Map<string, number>();
  #begunAtMs = 0;

  /** True for a hit that a recent one equals, and for one more of too many; any other one is remembered. */
  isRepeated(hit: NewHit): boolean {
    const atMs = hit.at.getTime();
    this.#renew(atMs);
    const digest = digestOf(hit);
    const knownMs = this.#young.get(digest) ?? this.#old.get(digest);
    if (knownMs !== undefined && atMs - knownMs < REPEATED_WITHIN_MS) return true;
    const count = this.#counts.get(hit.recipientId) ?? 0;
    if (count >= OF_RECIPIENT_MAX) return true;
    this.#counts.set(hit.recipientId, count + 1);
    this.#young.set(digest, atMs);
    return false;
  }

  #renew(atMs: number): void {
    if (atMs - this.#begunAtMs < REPEATED_WITHIN_MS && this.#young.size < GENERATION_MAX) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#counts = new Map();
    this.#begunAtMs = atMs;
  }
}

/** The digest has a fixed length: a link has up to 2,000 characters. No part of it contains the separator. */
function digestOf({ recipientId, link, ipAddress, userAgent, isPrefetch }: NewHit): string {
  return hash('sha1', [recipientId, link, ipAddress, userAgent, isPrefetch].join('\n'), 'base64');
}
