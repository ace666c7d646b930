// A page of contacts that a person marks and adds to a segment: four calls at a time, from the press until the page says
// that all are in.
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { monotonicMs } from '../monotonic.ts';
import { postAsProgram } from './post.ts';
import { type DashboardService, PAGE_SIZE } from './service.ts';
import { DASHBOARD, withTab } from './tab.ts';

const SECOND_MS = 1_000;

/** @returns seconds for a page of contacts; each time into a segment of its own */
export async function timeMarkedContacts(
  service: DashboardService,
  profile: BrowserContext,
): Promise<number> {
  const segment = `Segment ${randomUUID()}`;
  await postAsProgram(service, '/segments', { name: segment });
  const numbers = Array.from({ length: PAGE_SIZE }, (_, number) => number);
  await postAsProgram(
    service,
    '/contacts/batch',
    numbers.map((number) => ({ email: `marked${number}@customer.example` })),
  );
  return await withTab(profile, (tab) => addPage(tab, `${service.origin}/app/contacts`, segment));
}

async function addPage(tab: Page, address: string, segment: string): Promise<number> {
  await tab.goto(address);
  await tab
    .locator(DASHBOARD.row)
    .nth(PAGE_SIZE - 1)
    .waitFor();
  await tab.keyboard.press('j');
  await tab.keyboard.press('Control+a');
  await tab.getByRole('button', { name: `Add ${PAGE_SIZE} to a segment` }).click();
  const question = tab.getByRole('dialog');
  const field = question.getByRole('combobox', { name: 'Segment' });
  await field.focus();
  await field.fill(segment);
  await tab.getByRole('option', { name: segment }).click();
  const startedAtMs = monotonicMs();
  await question.getByRole('button', { name: `Add ${PAGE_SIZE} contacts` }).click();
  await tab.getByText(`${PAGE_SIZE} contacts are in the segment.`).waitFor();
  return (monotonicMs() - startedAtMs) / SECOND_MS;
}
