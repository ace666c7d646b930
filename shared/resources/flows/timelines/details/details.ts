// How each kind of entries is read, by the ids of a page.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { EntryKind, TimelineEntry } from '../entry.ts';
import { readLeftOuts } from './campaigns.ts';
import { readEmails } from './emails.ts';
import { readEvents } from './events.ts';
import { readImports } from './imports.ts';
import { readRecords } from './records.ts';
import { readRuns } from './runs.ts';
import type { WantedEntries } from './wanted.ts';

type ReadEntries = (database: Queryable, wanted: WantedEntries) => Promise<TimelineEntry[]>;

/** Kind → its reader. */
export const DETAILS: Readonly<Record<EntryKind, ReadEntries>> = {
  email: readEmails,
  event: readEvents,
  run: readRuns,
  campaign: readLeftOuts,
  import: readImports,
  record: readRecords,
};
