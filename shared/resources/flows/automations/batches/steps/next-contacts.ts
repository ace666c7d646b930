// Finds the contacts of an enrolment or a schedule: their number, and the next ones in the order of their ids.
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import {
  type ChosenContacts,
  type ContactSource,
  contactPage,
  countChosenContacts,
  examinedMaxOf,
  findContactSource,
} from '../../../../audience/segments/paging/contact-page.ts';
import type { EnrollSelection } from '../batch.ts';

/** Contacts of a step, which are locked for some tens of milliseconds. */
const STEP_CONTACTS = 1_000;
/** The contacts that a step reads to find them. */
const STEP_LOOKED_AT = 20_000;

/** The contacts of a batch. */
export interface BatchContacts extends Omit<ChosenContacts, 'segmentId'> {
  selection: EnrollSelection;
}

/** The contacts of a step. */
export interface NextContacts {
  ids: string[];
  /** After which contact the next step continues; undefined: no more are left. */
  last: string | undefined;
}

/** Reads the next contacts after the one of this id. */
export async function findNextContacts(
  client: Transaction,
  { selection, ...contacts }: BatchContacts,
  after: string,
): Promise<NextContacts> {
  if ('contactId' in selection) return { ids: [selection.contactId], last: undefined };
  const chosen = chosenOf(contacts, selection);
  const source = await findContactSource(client, chosen);
  return source ? await findMatching(client, chosen, source, after) : { ids: [], last: undefined };
}

/** Counts the contacts. */
export async function countBatchContacts(
  client: Transaction,
  { selection, ...contacts }: BatchContacts,
): Promise<number> {
  return 'contactId' in selection ? 1 : await countChosenContacts(client, chosenOf(contacts, selection));
}

function chosenOf(
  contacts: Omit<ChosenContacts, 'segmentId'>,
  selection: Exclude<EnrollSelection, { contactId: string }>,
): ChosenContacts {
  return { ...contacts, segmentId: 'all' in selection ? null : selection.segmentId };
}

/** The rows are read one by one, as needed: the last one is selected if too few have matched. */
async function findMatching(
  client: Transaction,
  chosen: ChosenContacts,
  source: ContactSource,
  after: string,
): Promise<NextContacts> {
  const examined = examinedMaxOf(source, STEP_LOOKED_AT);
  const { sql, values, name } = contactPage(chosen, source, { after, examined });
  const text = `
    WITH page AS MATERIALIZED (SELECT id, is_met FROM (${sql}) AS page), met AS MATERIALIZED (
      SELECT id FROM page WHERE is_met LIMIT ${STEP_CONTACTS}
    )
    SELECT ARRAY(SELECT id FROM met) AS ids,
           CASE WHEN (SELECT count(*) FROM met) < ${STEP_CONTACTS}
             THEN (SELECT id FROM page ORDER BY id OFFSET $3 - 1 LIMIT 1) END AS last`;
  const { rows } = await client.query<{ ids: string[]; last: string | null }>({
    ...(name !== undefined && { name: `find-next-${name}` }),
    text,
    values,
  });
  const { ids = [], last = null } = rows[0] ?? {};
  ids.sort();
  return { ids, last: (ids.length === STEP_CONTACTS ? ids.at(-1) : last) ?? undefined };
}
