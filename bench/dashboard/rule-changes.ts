// A rule of a segment that a person changes, until the page shows how many contacts the new one finds: with a pause of 0.4 s in
// it, after which the page asks. The audience has a hundred thousand contacts, of which the rules find ten to fifty thousand.
import type { BrowserContext, Page } from 'playwright-core';
import { monotonicMs } from '../monotonic.ts';
import { postAsProgram } from './post.ts';
import type { DashboardService } from './service.ts';
import { withTab } from './tab.ts';

const CONTACTS = 100_000;
const TURNS = 9;
const HALF = 1 / 2;
/** A domain, and how many of the contacts are at it. */
const DOMAINS = [
  ['@one.example', 50_000],
  ['@two.example', 30_000],
  ['@three.example', 20_000],
] as const;

const FILL = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, properties, created_at, updated_at)
  SELECT uuid_v7(at), $1, audiences.id, email, email, '{}', at, at
  FROM generate_series(1, $2::integer) AS number
  CROSS JOIN LATERAL (SELECT now() - number * interval '1 second' AS at) AS time
  CROSS JOIN LATERAL (SELECT 'rule' || number || CASE WHEN number % 10 < 5 THEN '@one.example'
                             WHEN number % 10 < 8 THEN '@two.example' ELSE '@three.example' END AS email) AS made
  JOIN audiences ON audiences.account_id = $1 AND is_default
  ON CONFLICT DO NOTHING`;

/** @returns milliseconds from the change to the count, the median of some */
export async function timeRuleChanges(service: DashboardService, profile: BrowserContext): Promise<number> {
  await service.database.query(FILL, [service.accountId, CONTACTS]);
  await service.database.query('ANALYZE contacts');
  const filter = { field: 'contact.email', operator: 'ends_with', value: '@none.example' };
  const { id } = await postAsProgram(service, '/segments', { name: 'Rules', filter });
  return await withTab(profile, (tab) => changeRule(tab, `${service.origin}/app/segments/${id}/edit`));
}

async function changeRule(tab: Page, address: string): Promise<number> {
  await tab.goto(address);
  const counted = tab.getByRole('region', { name: 'Who is meant' });
  await counted.getByText('0 contacts', { exact: true }).waitFor();
  const value = tab.getByRole('textbox', { name: 'Value' });
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [domain, count] = DOMAINS[turn % DOMAINS.length] ?? DOMAINS[0];
    const startedAtMs = monotonicMs();
    await value.fill(domain);
    await counted.getByText(`${count.toLocaleString('en-US')} contacts`, { exact: true }).waitFor();
    times.push(monotonicMs() - startedAtMs);
  }
  return times.sort((one, other) => one - other)[Math.floor(TURNS * HALF)] ?? 0;
}
