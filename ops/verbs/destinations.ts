// Verbs for destinations, which are mailbox providers as seen from each of our addresses: list their pace, put them to rest,
// end their rests.
import { parseAddressRange } from '../../shared/platform/addresses/address-ranges.ts';
import { DAY_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';
import type { StoredDestination } from '../../shared/resources/messaging/destinations/destination.ts';
import { listDestinations } from '../../shared/resources/messaging/destinations/list.ts';
import {
  restDestinations,
  resumeDestinations,
} from '../../shared/resources/messaging/destinations/operate.ts';
import { readCount, readDuration, readText } from '../read-words.ts';
import { UsageError, type Verb, type VerbOption } from '../verb.ts';

const LIMIT = 100;
const LIMIT_MAX = 1_000;
/** Mail fails after 72 hours; a longer rest is for a provider to which none is to be sent. */
const REST_BOUNDS = { minMs: SECOND_MS, maxMs: 30 * DAY_MS };
/** A name of the table, or of a domain. */
const PROVIDER = /^[a-z0-9][a-z0-9._-]{0,252}$/;
const SOURCE: VerbOption = {
  value: 'address',
  summary: 'only for mail from this sending address; default: all',
};

export const listDestinationsVerb: Verb = {
  summary:
    'Lists the sending pace to each mailbox provider from each of our addresses; resting ones come first.',
  parameters: [],
  options: {
    limit: { value: 'count', summary: `maximum number of entries, up to ${LIMIT_MAX}; default: ${LIMIT}` },
  },
  audit: 'none',
  async run({ limit: count = String(LIMIT) }, { database, clock }) {
    const limit = readCount(count, 'limit', LIMIT_MAX);
    const now = clock.now();
    const { rows, hasMore } = await listDestinations(database, { limit, now });
    const data = rows.map((row) => ({
      ...toOutput(row, now),
      waiting: row.waiting,
      sent_last_hour: row.sent,
    }));
    return { object: 'list', has_more: hasMore, data };
  },
};

export const restDestinationVerb: Verb = {
  summary: 'Stops sending to a mailbox provider for a while. Its mail waits without using retries.',
  parameters: ['provider'],
  options: {
    for: { value: 'duration', summary: 'how long, up to 30 days, such as "2 hours"', isRequired: true },
    reason: { value: 'text', summary: 'the reason, for other operators', isRequired: true },
    source: SOURCE,
  },
  audit: 'afterwards',
  async run({ provider = '', source, for: duration = '', reason = '' }, { database, clock, service }) {
    const now = clock.now();
    const named = { provider: readProvider(provider), source: readSource(source) };
    const until = new Date(now.getTime() + readDuration(duration, REST_BOUNDS, '1 second to 30 days'));
    const reply = readText(reason, 'reason');
    const configured = service.mx.sources.map(({ address }) => address);
    const changed = await restDestinations(database, { ...named, until, reply }, { configured, now });
    return { object: 'list', data: changed.map((each) => toOutput(each, now)) };
  },
};

export const resumeDestinationVerb: Verb = {
  summary: 'Resumes sending to a mailbox provider, and sends the waiting mail.',
  parameters: ['provider'],
  options: { source: SOURCE },
  audit: 'afterwards',
  async run({ provider = '', source }, { database, clock }) {
    const now = clock.now();
    const named = { provider: readProvider(provider), source: readSource(source) };
    const { changed, moved, dueAt } = await resumeDestinations(database, named, now);
    return {
      object: 'list',
      data: changed.map((each) => toOutput(each, now)),
      mail: moved,
      mail_due_at: dueAt,
    };
  },
};

function readProvider(text: string): string {
  const name = text.trim().toLowerCase();
  if (PROVIDER.test(name)) return name;
  throw new UsageError(`"${text}" is not a mailbox provider. list-destinations lists them.`);
}

/** Reads a source in the form of MX_SOURCES. */
function readSource(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return text;
  const [address] = text.includes('/') ? [] : (parseAddressRange(text)?.split('/') ?? []);
  if (address !== undefined) return address;
  throw new UsageError(`"${text}" is not an IP address.`);
}

/** A rest that is over is the last one that there was. */
function toOutput({ provider, source, window, rate, rest, updatedAt }: StoredDestination, now: Date) {
  return {
    object: 'destination',
    provider,
    source: source === '' ? null : source,
    window,
    rate,
    rests_until: rest && rest.until > now ? rest.until : null,
    rested_at: rest?.beganAt ?? null,
    reason: rest?.reason ?? null,
    reply: rest?.reply ?? null,
    updated_at: updatedAt,
  };
}
