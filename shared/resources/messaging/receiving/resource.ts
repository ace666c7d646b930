// The manifest of received mail (foundation/manifest.ts).
import { type Dependent, rowsById, rowsByTime } from '../../../platform/retention/retention.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/time/durations.ts';
import { newestRows } from '../../foundation/change-mark.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';
import { DIGEST_HOURS } from './inbound/digests.ts';
import { receivingWork } from './work.ts';

const DIGEST_DAYS = (DIGEST_HOURS * HOUR_MS) / DAY_MS;

/** Messages are read in the order in which workers have time for them. */
const MARKED_EMAILS = 20;

const PARTS: readonly Dependent[] = [
  { table: 'received_contents', column: 'id', content: 'raw_id', chunks: 'received_chunks' },
  { table: 'received_attachments', column: 'received_id', content: 'stored_id', chunks: 'received_chunks' },
];

export const receivingManifest = {
  work: [receivingWork],
  partitioned: [
    { name: 'received_emails', idKind: 'uuid' },
    { name: 'received_contents', idKind: 'uuid' },
    { name: 'received_attachments', idKind: 'uuid' },
    { name: 'received_chunks', idKind: 'uuid' },
  ],
  retention: (days) => [
    {
      ...rowsById('received emails', 'received_emails', days.receivedEmails),
      // What is not read yet, however long its workers were away: a message, a report.
      retainedWhile: () => ['received_emails.parsed_at IS NULL AND received_emails.report_effect IS NULL'],
      dependents: PARTS,
      atOnce: 100,
      isContinuous: true,
    },
    {
      ...rowsByTime('digests of received emails', 'received_digests', 'received_at', DIGEST_DAYS),
      isContinuous: true,
    },
    {
      what: 'addresses that received',
      days: 0,
      removePiece: async (database) =>
        await (await import('./addresses/remove-old.ts')).removeOldAddresses(database),
    },
  ],
  deletion: {
    stage: 'mail',
    rows: [
      { ...ownedRows('received_emails', ID_KEY), dependents: PARTS, atOnce: 500 },
      ownedRows('received_addresses', ['address', 'text']),
    ],
    claimed: ['received_emails'],
  },
  staying: { received_digests: 'are hashes of messages without an owner, for some hours' },
  changeMarks: [
    { names: ['emails'], value: (account) => newestRows('received_emails', account, MARKED_EMAILS) },
  ],
  samples: { 'email.received': async () => (await import('./event-data.ts')).sampleReceivedEventData },
} satisfies Manifest;
