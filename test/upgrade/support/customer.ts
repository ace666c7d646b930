// A customer of an installation that is upgraded: asks the processes that listen at the moment, and keeps in a book what must
// come of it.
import { createTransport } from 'nodemailer';
import { openBrowser } from '../../flows/support/browser.ts';
import { deliverMail } from '../../flows/support/deliver-mail.ts';
import { eventually } from '../../support/time/eventually.ts';
import { DOMAIN, type World } from './world.ts';

const FROM = `Acme <news@${DOMAIN}>`;
/** Mail becomes due in each part of the upgrade. Counted by the server, or it were past when a request waits so long. */
const SOON = 'in 2 seconds';
const PAGES = ['/auth/me', '/emails?limit=5', '/automations', '/contacts?limit=5'];

/** What was asked for. */
export interface Book {
  beats: number;
  campaigns: number;
  /** As in the evidence of the judge. */
  expected: string[];
  taken: string[];
  refused: string[];
  slowestMs: number;
}

/** An empty book. */
export const openBook = (): Book => ({
  beats: 0,
  campaigns: 0,
  expected: [],
  taken: [],
  refused: [],
  slowestMs: 0,
});

/** Who asks. */
export interface Customer {
  world: World;
  book: Book;
}
type Json = Record<string, unknown>;

/** Asks, and keeps what was refused. @returns undefined when it was */
async function ask(
  { world: { fleet, apiKey }, book }: Customer,
  method: string,
  route: string,
  { body, key }: { body?: object; key?: string } = {},
): Promise<Json | undefined> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${fleet.take('web').port}${route}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'user-agent': 'shop',
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: Error) => String(error.cause ?? error));
  const text = typeof answer === 'string' ? answer : await answer.text();
  book.slowestMs = Math.max(book.slowestMs, performance.now() - began);
  if (typeof answer !== 'string' && answer.ok) return JSON.parse(text);
  book.refused.push(`${method} ${route}: ${typeof answer === 'string' ? '' : answer.status} ${text}`);
  return undefined;
}

const expectMail = ({ book }: Customer, subject: string, to: string) =>
  void book.expected.push(`${subject} to ${to}`);

/** The parts of a beat. */
const KINDS: readonly ((customer: Customer, n: number) => Promise<void>)[] = [
  /** The second request, to another process, is the first one again. */
  async function single(customer, n) {
    const to = `single${n}@customer.dev`;
    const subject = `single ${n}`;
    const key = `single-${n}`;
    const body = { from: FROM, to, subject, html: '<p>Hello</p>' };
    const first = await ask(customer, 'POST', '/emails', { body, key });
    if (!first) return;
    expectMail(customer, subject, to);
    const second = await ask(customer, 'POST', '/emails', { body, key });
    if (second?.['id'] !== first['id']) customer.book.refused.push(`${subject} has two ids`);
    await ask(customer, 'GET', `/emails/${first['id']}`);
  },
  async function batch(customer, n) {
    const one = `batch${n}@customer.dev`;
    const two = `other${n}@customer.dev`;
    const subject = `batch ${n}`;
    const body = [one, two].map((to) => ({ from: FROM, to, subject, text: 'Hello' }));
    if (!(await ask(customer, 'POST', '/emails/batch', { body }))) return;
    for (const each of [one, two]) expectMail(customer, subject, each);
  },
  async function scheduled(customer, n) {
    const to = `later${n}@customer.dev`;
    const subject = `scheduled ${n}`;
    const body = { from: FROM, to, subject, text: 'Hello', scheduled_at: SOON };
    if (await ask(customer, 'POST', '/emails', { body })) expectMail(customer, subject, to);
  },
  async function automation(customer, n) {
    const email = `runner${n}@customer.dev`;
    const body = { event: 'started', domain: DOMAIN, email };
    if (await ask(customer, 'POST', '/events/send', { body })) expectMail(customer, 'automation', email);
  },
  async function inbound({ world, book }, n) {
    const mail = { from: `bo${n}@customer.dev`, to: `ana@${DOMAIN}` };
    const content = `From: ${mail.from}\r\nTo: ${mail.to}\r\nSubject: inbound ${n}\r\n\r\nHello\r\n`;
    const reply = await deliverMail(world.fleet.take('inbound').inboundPort ?? 0, { ...mail, content });
    if (reply.startsWith('250')) book.taken.push(`inbound ${n}`);
    else book.refused.push(`inbound ${n}: ${reply}`);
  },
  async function submission(customer, n) {
    const { world, book } = customer;
    const to = `submitted${n}@customer.dev`;
    const subject = `submission ${n}`;
    const transport = createTransport({
      host: '127.0.0.1',
      port: world.fleet.take('submission').submissionPort,
      requireTLS: true,
      tls: { rejectUnauthorized: false },
      auth: { user: 'posthorn', pass: world.apiKey },
    });
    await transport
      .sendMail({ from: FROM, to, subject, text: 'Hello' })
      .then(() => expectMail(customer, subject, to))
      .catch((error) => book.refused.push(`${subject}: ${error.message}`));
  },
  async function signedIn({ world, book }, n) {
    const browser = openBrowser(`http://127.0.0.1:${world.fleet.take('web').port}`, ...world.session);
    const route = PAGES[n % PAGES.length] ?? '';
    const { status, body } = await browser.ask('GET', route);
    if (status !== 200) book.refused.push(`session ${route}: ${status} ${JSON.stringify(body)}`);
  },
];

/** Asks for something of each kind; resolves when all is answered. */
export async function beat(customer: Customer): Promise<void> {
  customer.book.beats += 1;
  const n = customer.book.beats;
  await Promise.all(KINDS.map((kind) => kind(customer, n)));
}

/** Imports contacts, and sends them a campaign. */
export async function runCampaign(customer: Customer, contacts: number): Promise<void> {
  const { book } = customer;
  book.campaigns += 1;
  const subject = `campaign ${book.campaigns}`;
  const people = Array.from({ length: contacts }, (_, n) => `reader${n}.${book.campaigns}@customer.dev`);
  const segment = await ask(customer, 'POST', '/segments', { body: { name: subject } });
  const file = { csv: ['email', ...people].join('\n'), segments: [segment?.['id']] };
  const imported = await ask(customer, 'POST', '/contacts/imports', { body: file });
  const isImported = async () =>
    (await ask(customer, 'GET', `/contacts/imports/${imported?.['id']}`))?.['status'] === 'completed';
  await eventually(`${subject} has its contacts`, isImported);
  const body = { from: FROM, subject, segment_id: segment?.['id'], html: '<p>News</p>', send: true };
  await ask(customer, 'POST', '/campaigns', { body });
  for (const each of people) expectMail(customer, subject, each);
}
