// How long an event takes to the screen: an open list shows a new email, and then that it was delivered.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { recordOutcomes } from '../../shared/resources/messaging/emails/delivery/record.ts';
import { SENDER_ADDRESS, SENDER_DOMAIN } from '../load/mail.ts';
import { monotonicMs } from '../monotonic.ts';
import type { DashboardService } from './service.ts';
import { DASHBOARD, openList, untilPainted, withTab } from './tab.ts';

/** Each is two events. */
const EMAILS = 10;
/** The longest pause: events arrive at any time between two events of the stream, or soon after another. */
const PAUSE_MAX_MS = 2_000;
const FIND_RECIPIENT = 'SELECT id, address FROM email_recipients WHERE email_id = $1';
/** The scenario does not wait for webhooks. */
const NO_QUEUES = { wake: () => {} };

/** @returns milliseconds of each event, from just before its commit until a tab has painted it */
export function timeEvents(service: DashboardService, profile: BrowserContext): Promise<number[]> {
  return withTab(profile, async (tab) => {
    await openList(tab, service.origin, DASHBOARD);
    const times: number[] = [];
    for (let email = 0; email < EMAILS; email += 1) {
      const subject = `event ${randomUUID()}`;
      let id = '';
      times.push(
        await timeEvent(tab, [subject], async () => {
          id = await send(service, subject);
        }),
      );
      times.push(await timeEvent(tab, [subject, 'delivered'], () => deliver(service, id)));
    }
    return times;
  });
}

/** @param texts of the row that shows it, in small letters */
async function timeEvent(tab: Page, texts: readonly string[], commit: () => Promise<void>): Promise<number> {
  await pause(Math.random() * PAUSE_MAX_MS);
  const startedAtMs = monotonicMs();
  await commit();
  await tab.evaluate(
    untilPainted(
      `[...document.querySelectorAll('${DASHBOARD.row}')].some((row) =>
        ${JSON.stringify(texts)}.every((text) => row.textContent.toLowerCase().includes(text)))`,
    ),
  );
  return monotonicMs() - startedAtMs;
}

/** Sends an email as a program does. @returns its id */
export async function send({ client, keyHeaders }: DashboardService, subject: string): Promise<string> {
  const { statusCode, body } = await client.request({
    method: 'POST',
    path: '/emails',
    headers: { ...keyHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: SENDER_ADDRESS,
      to: `grace@${SENDER_DOMAIN}`,
      subject,
      html: '<p>It has happened.</p>',
    }),
  });
  const answer = await body.text();
  if (statusCode !== 200) throw new Error(`An email was answered with ${statusCode}: ${answer}`);
  return (JSON.parse(answer) as { id: string }).id;
}

/** Records the delivery as a worker does. */
async function deliver({ database, ids, accountId }: DashboardService, emailId: string): Promise<void> {
  const { rows } = await database.query<{ id: string; address: string }>(FIND_RECIPIENT, [emailId]);
  const [recipient] = rows;
  if (!recipient) throw new Error('The email has no recipient.');
  await recordOutcomes({ database, ids, queues: NO_QUEUES }, [
    {
      recipientId: recipient.id,
      token: randomUUID(),
      emailId,
      accountId,
      address: recipient.address,
      result: 'delivered',
      reply: { code: 250, text: '250 OK' },
      cause: null,
      at: new Date(),
      isSimulated: false,
      nextAttemptAt: null,
      refundOf: null,
    },
  ]);
}
