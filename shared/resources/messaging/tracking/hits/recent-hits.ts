// Recognizes repeated hits: the same client that loads a pixel or follows a link again within ten seconds has made one
// hit. Most repetitions are of programs, and of people who click twice. What is remembered has a fixed bound, so that a
// flood costs no memory; beyond the bound a repetition may count again.
import { hash } from 'node:crypto';
import type { NewHit } from './hit.ts';

/** Equal hits within this time are one. */
const REPEATED_WITHIN_MS = 10_000;
/** Hits that are remembered in each of two generations. */
const GENERATION_MAX = 50_000;

/** Remembers hits. */
export class RecentHits {
  /** Digest of a hit → when it came. A new generation begins when the old one can hold nothing recent. */
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  #begunAtMs = 0;

  /** True for a hit that a recent one equals; any other one is remembered. */
  isRepeated(hit: NewHit): boolean {
    const atMs = hit.at.getTime();
    this.#renew(atMs);
    const digest = digestOf(hit);
    const knownMs = this.#young.get(digest) ?? this.#old.get(digest);
    if (knownMs !== undefined && atMs - knownMs < REPEATED_WITHIN_MS) return true;
    this.#young.set(digest, atMs);
    return false;
  }

  #renew(atMs: number): void {
    if (atMs - this.#begunAtMs < REPEATED_WITHIN_MS && this.#young.size < GENERATION_MAX) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#begunAtMs = atMs;
  }
}

/** Of fixed length: a link has up to 2,000 characters. No part of it contains the separator. */
function digestOf({ recipientId, link, ipAddress, userAgent, isPrefetch }: NewHit): string {
  return hash('sha1', [recipientId, link, ipAddress, userAgent, isPrefetch].join('\n'), 'base64');
}
