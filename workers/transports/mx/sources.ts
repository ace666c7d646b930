// Chooses the address from which a mail is sent (MX_SOURCES). It follows from the id of the mail, by rendezvous
// hashing: a mail keeps its address over all tries, so that a greylisting server recognizes it, and when an address is
// removed, only its own mail moves.
import { createHash } from 'node:crypto';
import { DEFAULT_POOL, type MxSource } from '../../../shared/platform/config/mx-settings.ts';
import type { MailLane } from '../../../shared/resources/messaging/emails/email.ts';

/** The inputs of the choice. */
export interface SourceChoice {
  /** The pool of the domain (`domains.source_pool`). */
  pool: string | null;
  lane: MailLane;
  /** The id of the recipient. */
  id: string;
  /** Our address in its last try: it stays while it is one of ours. */
  lastSource?: string | null;
  /** Whether the mailbox provider blocks an address: mail that was not tried yet is sent from another one of the pool. */
  isBlocked?(address: string): boolean;
}

/** One of each family that the pool has. */
export interface ChosenSources {
  v4?: MxSource;
  v6?: MxSource;
}

const BULK_POOL = 'bulk';

/** @returns none of `sources` when there are none: the system chooses */
export function chooseSources(sources: readonly MxSource[], choice: SourceChoice): ChosenSources {
  const { pool, lane, id, lastSource, isBlocked = () => false } = choice;
  const wanted = [pool, lane === 'campaign' ? BULK_POOL : null, DEFAULT_POOL];
  const name = wanted.find((each) => sources.some((source) => source.pool === each));
  const members = name === undefined ? sources : sources.filter((source) => source.pool === name);
  const last = sources.find(({ address }) => address === lastSource);
  const [v4, v6] = ([4, 6] as const).map((family) => {
    if (last?.family === family) return last;
    const free = members.filter(({ address }) => !isBlocked(address));
    return heaviest(free, family, id) ?? heaviest(members, family, id);
  });
  return { ...(v4 && { v4 }), ...(v6 && { v6 }) };
}

function heaviest(members: readonly MxSource[], family: 4 | 6, id: string): MxSource | undefined {
  const ofFamily = members.filter((source) => source.family === family);
  if (ofFamily.length < 2) return ofFamily[0];
  const weighed = ofFamily.map((source) => ({ source, weight: weightOf(source, id) }));
  return weighed.reduce((a, b) => (a.weight > b.weight ? a : b)).source;
}

function weightOf({ address }: MxSource, id: string): string {
  return createHash('sha1').update(`${id} ${address}`).digest('hex');
}
