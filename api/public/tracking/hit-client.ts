// Reads the facts about the client of a hit: its address, its User-Agent, and whether it loads ahead of a person.
import { isIP } from 'node:net';
import type { Request } from 'express';
import { plainAddress } from '../../../shared/platform/addresses/client-network.ts';
import type { HitClient } from '../../../shared/resources/messaging/tracking/hits/hit.ts';
import { isFetchedAhead } from '../fetched-ahead.ts';

const USER_AGENT_MAX_LENGTH = 500;

/** The client of a request. A proxy may forward any text in place of an address. */
export function hitClientOf(request: Request): HitClient {
  const address = plainAddress(request.ip ?? '');
  return {
    ipAddress: isIP(address) === 0 ? '' : copyOf(address),
    userAgent: copyOf(request.get('user-agent')?.slice(0, USER_AGENT_MAX_LENGTH) ?? ''),
    isPrefetch: isFetchedAhead(request),
  };
}

/**
 * A part of a header keeps the whole header in memory while it exists, up to 16 KB. Headers are latin1, and Node refuses
 * a NUL in them, so Postgres can store them.
 */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
