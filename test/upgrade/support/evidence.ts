// Waits until an installation has done everything that it was asked for, and collects what the judge compares.
import { SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { eventually } from '../../support/time/eventually.ts';
import type { Book } from './customer.ts';
import { type Evidence, findDifferences } from './verify.ts';
import type { World } from './world.ts';

/** What has not ended well yet; of the mails those of the account, of which there are few. */
const UNFINISHED = `
  SELECT 'run ' || id || ' is ' || status AS what FROM automation_runs WHERE status <> 'completed'
  UNION ALL SELECT 'import ' || id || ' is ' || status FROM contact_imports WHERE status <> 'completed'
  UNION ALL SELECT 'campaign ' || id || ' is ' || status FROM campaigns WHERE status <> 'sent'
  UNION ALL SELECT 'message ' || id || ' is ' || state FROM webhook_messages WHERE state <> 'success'
  UNION ALL SELECT 'received mail ' || id || ' is not read' FROM received_emails WHERE parsed_at IS NULL
  UNION ALL SELECT 'mail to ' || address || ' is ' || state FROM emails JOIN email_recipients ON email_id = emails.id
    WHERE emails.account_id = (SELECT account_id FROM domains) AND state <> 'delivered'`;
const LISTS =
  '/emails /emails/receiving /campaigns /automations /contacts/imports /webhooks /domains /templates /contacts /segments';
const RECORDS_EACH = 3;

/** @param deadlineMs after this, what is unfinished is evidence */
export async function collectEvidence(world: World, book: Book, deadlineMs?: number): Promise<Evidence> {
  const { database, relays, fleet, heard, unsigned, invited } = world;
  const column = async (text: string) =>
    (await database.query<{ what: string }>(text)).rows.map(({ what }) => what);
  const isDone = async () => (await column(UNFINISHED)).length === 0;
  await eventually('everything is done', isDone, deadlineMs).catch(() => undefined);
  return {
    expected: book.expected,
    taken: book.taken,
    refused: book.refused,
    heard,
    unsigned,
    arrived: relays
      .flatMap(({ messages }) => messages)
      .flatMap(({ header, to }) => to.map((address) => `${header} to ${address}`))
      .filter((mail) => !mail.endsWith(` to ${invited}`)),
    received: await column('SELECT subject AS what FROM received_emails'),
    announced: [...(await column('SELECT id AS what FROM webhook_messages')), ...book.expected],
    unfinished: await column(UNFINISHED),
    errors: fleet.errors(),
    waits: world.waits(),
    differences: [],
  };
}

/** Reads records of all kinds by both releases. @returns what the release before says otherwise */
export async function compareAnswers({ fleet, apiKey }: World): Promise<string[]> {
  const read = async (release: 'previous' | 'present', route: string) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await fetch(`${fleet.urlOf(release)}${route}`, { headers });
    return { status: answer.status, body: (await answer.json()) as { data?: { id: string }[] } };
  };
  const differences: string[] = [];
  const compare = async (route: string) => {
    const [before, now] = await withinOneSecond(() =>
      Promise.all([read('previous', route), read('present', route)]),
    );
    differences.push(...findDifferences(before, now, route));
    return (now.body.data ?? []).slice(0, RECORDS_EACH);
  };
  for (const list of LISTS.split(' '))
    for (const { id } of await compare(list)) await compare(`${list}/${id}`);
  return differences;
}

/** Asks until all is answered within one second of the clock, because the lifetime of a signed link begins with it. */
async function withinOneSecond<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const second = () => Math.floor(Date.now() / SECOND_MS);
  for (;;) {
    const began = second();
    const answer = await ask();
    if (second() === began) return answer;
  }
}
