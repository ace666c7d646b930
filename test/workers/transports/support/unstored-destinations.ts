// Destinations of a process without a database, for tests of what is sent to them.
import type { MailboxProvider } from '../../../../shared/mail/providers/provider.ts';
import {
  Destination,
  type DestinationSurroundings,
} from '../../../../workers/transports/pacing/destination.ts';

/** A provider that is not of the table. */
export function makeProvider(changes: Partial<MailboxProvider> = {}): MailboxProvider {
  return {
    name: 'acme.test',
    isListed: false,
    connections: 20,
    mailsPerConnection: 100,
    firstRate: null,
    maxRate: null,
    needsTls: false,
    idleMs: null,
    ...changes,
  };
}

/** What destinations find around them: one process, and clocks that stand still at 0 unless a test says otherwise. */
export function makeSurroundings(changes: Partial<DestinationSurroundings> = {}): DestinationSurroundings {
  return {
    lane: 'transactional',
    processes: () => 1,
    now: () => new Date(0),
    nowMs: () => 0,
    random: () => 0,
    onNarrowed: () => undefined,
    ...changes,
  };
}

/** Destinations that nothing is stored of. */
export function createUnstoredDestinations(
  surroundings = makeSurroundings({ nowMs: () => performance.now(), now: () => new Date() }),
) {
  const known = new Map<string, Destination>();
  return {
    of(provider: MailboxProvider, source: string): Destination {
      const key = `${provider.name} ${source}`;
      const destination = known.get(key) ?? new Destination(provider, source, surroundings);
      known.set(key, destination);
      return destination;
    },
    load: () => Promise.resolve(),
  };
}
