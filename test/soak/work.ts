// All kinds of work of a long run, each at a rate of its own, and what must come of it. A request is repeated until it is
// answered, as a client that is written well does it.
import { setTimeout as pause } from 'node:timers/promises';
import { createTrackingTokens } from '../../shared/mail/tracking/tracking-tokens.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { createPreferencesLinks } from '../../shared/resources/messaging/unsubscribe-page/link.ts';
import { type Question, unexpectedAnswer } from '../flows/support/api-client.ts';
import { deliverMail } from '../flows/support/deliver-mail.ts';
import type { StoredEmail } from '../flows/support/evidence.ts';
import { sendPosts } from '../flows/support/load.ts';
import { planPosts } from '../flows/support/posts.ts';
import { publishCsv } from '../flows/support/publish-csv.ts';
import { createAutomation, waitFor } from '../support/factories/automation-factories.ts';
import { TEST_SECRET_KEYS } from '../support/factories/dkim-key.ts';
import { createTemplate } from '../support/factories/template-factories.ts';
import { BROWSER } from '../support/factories/tracking-factories.ts';
import { eventually } from '../support/time/eventually.ts';
import { type Book, entryOf } from './book.ts';
import { repeat } from './repeat.ts';
import type { Endpoints } from './webhooks.ts';
import { READERS, type World } from './world.ts';

const RETRY_MS = 500;
/** On a machine that does other work too. */
const GIVE_UP_MS = 300_000;
/** Emails of a cycle of the crash flows: single, in batches, scheduled and canceled. */
const CYCLE = 40;
/** Addresses that come again and again: what is made for them does not grow. */
const PEOPLE = 100;
const IMPORTED = 50;
/** One in so many received emails is replied to. */
const REPLIED_EACH = 3;
const CHECKED_DOMAIN = 'checked.soak.dev';

/** Kind of work → the pause between two times, in milliseconds. */
const EVERY_MS = {
  mail: 6_000,
  campaigns: 20_000,
  events: 1_000,
  received: 2_000,
  submitted: 2_000,
  imports: 15_000,
  erasures: 10_000,
  unsubscribes: 5_000,
  'domain checks': 30_000,
};
type WorkKind = keyof typeof EVERY_MS;

/** Begins all of it. @returns a function that ends it, and how often each kind was done */
export async function startWork(
  world: World,
  book: Book,
  endpoints: Endpoints,
  complain: (what: string) => void,
) {
  const doOnce = await prepare(world, book, endpoints);
  const kinds = Object.keys(EVERY_MS) as WorkKind[];
  const done: Record<string, number> = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  const begin = (kind: WorkKind) => {
    const step = async (number: number) => {
      await doOnce[kind](number)
        .then(() => {
          done[kind] = (done[kind] ?? 0) + 1;
        })
        .catch(({ message, cause }) => complain(`${kind} ${number}: ${message} ${cause ?? ''}`));
    };
    return repeat(step, () => EVERY_MS[kind]);
  };
  const ends = kinds.map(begin);
  return { done, end: () => Promise.all(ends.map((end) => end())) };
}

/** Loads the pixel of mail that has arrived and follows its link; cancels what no client knows, and is due in an hour. */
export function createReader(world: World) {
  const { urls, database } = world;
  const ask = createAsker(world);
  const tokens = createTrackingTokens(TEST_SECRET_KEYS);
  const target = 'https://shop.example/sale';
  return async (emails: readonly StoredEmail[]): Promise<void> => {
    for (const { id, status } of emails)
      if (status === 'pending') await ask({ method: 'POST', path: `/emails/${id}/cancel` }, [422]);
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM email_recipients WHERE email_id = ANY($1)',
      [emails.map(({ id }) => id)],
    );
    for (const [index, { id }] of rows.entries())
      for (const path of [`/o/${tokens.pixel(id)}`, `/c/${tokens.link(id, { number: 0, target })}`]) {
        const headers = { 'user-agent': BROWSER };
        const answer = await fetch(`${urls[index % 2]}${path}`, { headers, redirect: 'manual' });
        await answer.arrayBuffer();
      }
  };
}

async function prepare(
  world: World,
  book: Book,
  endpoints: Endpoints,
): Promise<Record<WorkKind, (number: number) => Promise<void>>> {
  const { clients, database, accountId, apiKey, domain, other, urls, submissions, inboundPorts } = world;
  const from = `Soak <soak@${domain.name}>`;
  const ids = createIds(createSystemClock());
  const links = createPreferencesLinks('', TEST_SECRET_KEYS);
  const ask = createAsker(world);
  await prepareAutomation(world);
  const { rows: owned } = await database.query('SELECT id, audience_id FROM domains');
  const audienceOf = ({ id }: { id: string }) => owned.find((row) => row.id === id)?.audience_id as string;
  const created = await ask({ method: 'POST', path: '/domains', body: { name: CHECKED_DOMAIN } });
  const checked = created['id'] as string;
  publishCsv(
    world.dns,
    String((await ask({ method: 'GET', path: `/domains/${checked}/records-csv` }))['csv']),
  );
  const deliver = async (ports: readonly number[], mail: Parameters<typeof deliverMail>[1], options = {}) => {
    await insist(`mail ${mail.to} is taken`, async (attempt) =>
      (await deliverMail(ports[attempt % ports.length] as number, mail, options)).startsWith('250'),
    );
  };

  return {
    async mail(number) {
      const posts = planPosts(CYCLE, from, 1 + CYCLE * (number - 1));
      // One load that fails must not close the client of the next ones.
      const client = { ...(clients[number % 2] as World['clients'][0]), close: async () => {} };
      const load = { client, posts, lanes: 4, areOutagesExpected: true };
      const nothing = { onProgress: () => {}, beforeRepeats: async () => {} };
      const entries = posts.flatMap((post) => post.entries);
      await book.enter(entries, sendPosts({ ...load, ...nothing }));
    },
    async campaigns(number) {
      const subject = `campaign-${number} {{{contact.email}}}`;
      const audience = audienceOf(domain);
      const body = {
        name: `campaign ${number}`,
        from,
        subject,
        audience_id: audience,
        html: '<p>News</p>',
      };
      const { id } = await ask({ method: 'POST', path: '/campaigns', body });
      const entries = Array.from({ length: READERS }, (_, person) => {
        const address = `person${person}@customer.dev`;
        return entryOf(`campaign-${number} ${address}`, address);
      });
      await book.enter(entries, ask({ method: 'POST', path: `/campaigns/${id}/send` }, [422, 409]), true);
    },
    async events(number) {
      const subject = `event-${number}`;
      const email = `guest${number % PEOPLE}@customer.dev`;
      const body = {
        event: 'order.paid',
        domain: other.name,
        email,
        payload: { subject, paid: number % 2 },
      };
      const sending = ask({ method: 'POST', path: '/events/send', body, key: subject });
      await book.enter([entryOf(subject, email)], sending, true);
      if (number % 3 === 0)
        await ask({ method: 'POST', path: '/events/send', body: { ...body, event: 'order.sent' } });
    },
    async received(number) {
      const subject = `received-${number}`;
      const sender = `bo${number}@customer.dev`;
      const content = [
        `From: ${sender}`,
        `Subject: ${subject}`,
        `Message-ID: <${subject}@customer.dev>`,
        '',
        'Hi',
      ];
      const mail = { from: sender, to: `ana@${other.name}`, content: content.join('\r\n') };
      await deliver(inboundPorts, mail);
      const id = await insist(`${subject} is read`, async () => endpoints.received.get(subject));
      endpoints.received.delete(subject);
      if (number % REPLIED_EACH !== 0) return;
      const body = { text: 'Thank you', from: `ana@${other.name}` };
      const question = {
        method: 'POST',
        path: `/emails/receiving/${id}/reply`,
        body,
        key: subject,
      } as const;
      await book.enter([entryOf(`Re: ${subject}`, sender)], ask(question), true);
    },
    async submitted(number) {
      const tag = `submitted-${number}`;
      const to = `cy${number}@customer.dev`;
      const header = [`From: ${from}`, `To: ${to}`, `Subject: ${tag}`, `Message-ID: <${tag}@program.dev>`];
      const mail = { from: 'bounces@customer.dev', to, content: [...header, '', 'Hello'].join('\r\n') };
      await book.enter([entryOf(tag, to)], deliver(submissions, mail, { apiKey }), true);
    },
    async imports(number) {
      const rows = Array.from({ length: IMPORTED }, (_, row) => `row${row}@customer.dev,${number}`);
      const csv = ['email,first_name', ...rows].join('\n');
      const body = { audience_id: audienceOf(other), on_conflict: 'update', csv };
      const { id } = await ask({ method: 'POST', path: '/contacts/imports', body });
      await insist(`import ${number} ends`, async () => {
        const { status } = await ask({ method: 'GET', path: `/contacts/imports/${id}` });
        return status === 'completed';
      });
    },
    async erasures(number) {
      const email = `gone${number}@customer.dev`;
      const contacts = `/audiences/${audienceOf(other)}/contacts`;
      await ask({ method: 'POST', path: contacts, body: { email } }, [409]);
      // The answer to an earlier attempt may be lost.
      await ask({ method: 'DELETE', path: `/contacts/${email}?erase=true` }, [404]);
    },
    async unsubscribes(number) {
      const address = `left${number % PEOPLE}@customer.dev`;
      const { unsubscribe } = links.urlsOf({ accountId, address, topicId: null, emailId: ids.next() });
      await insist(`${address} is unsubscribed`, async (attempt) => {
        const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
        return (await fetch(`${urls[attempt % 2]}${unsubscribe}`, { method: 'POST', body })).ok;
      });
    },
    async 'domain checks'(number) {
      await ask({ method: 'POST', path: `/domains/${checked}/verify` });
      await insist(`check ${number} of the domain`, async () => {
        const { status } = await ask({ method: 'GET', path: `/domains/${checked}` });
        return status === 'verified';
      });
    },
  };
}

/** Each event sends a mail; half of the runs come by the second condition, and some waits end by an event. */
async function prepareAutomation({ database, accountId, other }: World): Promise<void> {
  const template = { from: `ana@${other.name}`, subject: '{{{NAME}}}', html: '<p>{{ NAME }}</p>' };
  const { id } = await createTemplate(database, accountId, template);
  const config = { template: { id, variables: { NAME: { var: 'event.subject' } } } };
  await createAutomation(database, accountId, {
    domainId: other.id,
    trigger: 'order.paid',
    steps: [
      { key: 'delay', type: 'delay', config: { duration: '1 second' } },
      {
        key: 'paid',
        type: 'condition',
        config: { type: 'rule', field: 'event.paid', operator: 'eq', value: 1 },
      },
      { key: 'mail', type: 'send_email', config },
      { key: 'other_mail', type: 'send_email', config },
      waitFor('order.sent', { timeout: '2 seconds' }),
    ],
    connections: [
      { from: 'trigger', to: 'delay', type: 'default' },
      { from: 'delay', to: 'paid', type: 'default' },
      { from: 'paid', to: 'mail', type: 'condition_met' },
      { from: 'paid', to: 'other_mail', type: 'condition_not_met' },
      { from: 'mail', to: 'wait_order.sent', type: 'default' },
    ],
  });
}

/** Asks both web processes in turn until one answers. @returns its body; of a refusal that is expected, that */
function createAsker({ clients }: World) {
  let turn = 0;
  return async (question: Question, expected: readonly number[] = []): Promise<Record<string, unknown>> => {
    const asked = async () => {
      turn += 1;
      const answer = await clients[turn % 2]?.ask(question);
      // Without an answer or with one that says "later", it is asked again.
      if (!answer || answer.status >= 500 || answer.status === 429) return undefined;
      if (answer.body['name'] === 'concurrent_idempotent_requests') return undefined;
      if (answer.status < 300 || expected.includes(answer.status)) return answer.body;
      throw unexpectedAnswer(question, answer);
    };
    return await insist(`${question.method} ${question.path}`, asked);
  };
}

/** Repeats until there is a result. @throws when there is none */
async function insist<Result>(
  what: string,
  attempt: (number: number) => Promise<Result | undefined | false>,
): Promise<Result> {
  let number = 0;
  const again = async () => {
    if (number > 0) await pause(RETRY_MS);
    number += 1;
    return await attempt(number);
  };
  return await eventually(what, again, GIVE_UP_MS);
}
