// Fuzzing: mutations of good requests, generated from a seed. Every operation must answer each of them with 2xx
// or 4xx, an error with the error object, in time; a request that is refused must store and delete nothing. Operations of
// signed-in people, and some of the others, are called with sessions.
import { expect } from 'chai';
import { Pool } from 'undici';
import { ERROR_STATUS } from '../../shared/contract/errors.ts';
import { type Permission, takesBody } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { useApp } from '../support/api/app.ts';
import { expectFaults } from '../support/api/error-body.ts';
import { extent, SEED } from '../support/extent.ts';
import type { SessionCredentials } from '../support/factories/people-factories.ts';
import { createRandom, pick, type Random } from '../support/random.ts';
import { useWillingModel } from './ai/willing-model.ts';
import { createSender, type Sender } from './emails/sender.ts';
import { UNKNOWN_ID } from './specimen.ts';
import { GOOD, resourceOf, SPECIMENS } from './specimens.ts';
import { createManySessions } from './support/many-sessions.ts';
import { mutate, ODD_TEXTS } from './support/mutate.ts';
import { ODD_HEADERS } from './support/odd-headers.ts';

const REQUESTS = extent('FUZZ_REQUESTS', 2_000, 60_000);
const AT_A_TIME = 16;
/** The part of the requests for operations of API keys that come from people. */
const BY_PEOPLE = 0.1;
/** More than requests by people, each of which has its own. */
const SESSIONS = REQUESTS / 2;
/** No request may take longer, even on a busy machine. */
const ANSWER_MS = 10_000;

interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

describe('The API, sent mutated requests', function () {
  this.timeout(600_000);
  let pool: Pool;
  after(() => pool.close());
  const model = useWillingModel();
  // No server is there, so that DNS refuses each question at once.
  const app = useApp({ config: () => ({ dnsServers: ['127.0.0.1:9'], ai: model.settings }) });
  let sender: Sender;
  let sessions: SessionCredentials[];
  /** Resource → the ids of one of its objects. Requests may delete objects of `doomed`, but not of `kept`. */
  let kept: Record<string, Readonly<Record<string, unknown>>>;
  let doomed: typeof kept;
  before(async () => {
    pool = new Pool(app.url, { connections: AT_A_TIME });
    sender = await createSender(app);
    kept = await createObjects();
    doomed = await createObjects();
    const { accountId } = sender;
    sessions = await createManySessions(app.pool, { accountId, count: SESSIONS, now: app.clock.now() });
  });
  const createObjects = async () => {
    const made = Object.entries(SPECIMENS).map(async ([resource, { create }]) => [
      resource,
      (await create?.(app.pool, sender.accountId)) ?? {},
    ]);
    return Object.fromEntries(await Promise.all(made));
  };

  /** Resource → the number of its objects, for resources whose objects clients create. */
  const countObjects = async () => {
    const counted = Object.entries(SPECIMENS).map(async ([resource, { count }]) =>
      count ? [[resource, await count(app.pool, sender.accountId)]] : [],
    );
    return Object.fromEntries((await Promise.all(counted)).flat()) as Record<string, number>;
  };

  /** The path with the ids of existing objects. */
  const fill = (id: keyof typeof OPERATIONS) => {
    const { method, path } = OPERATIONS[id];
    const ids = (method === 'delete' ? doomed : kept)[resourceOf(id)] ?? {};
    return path.replace(/:(\w+)/g, (_, name) => String(ids[name] ?? UNKNOWN_ID));
  };

  /** A good request of an operation; its fields are mutated. */
  const goodOf = (id: keyof typeof OPERATIONS) => {
    const { method, permission } = OPERATIONS[id];
    const email = {
      ...sender.body({ html: '<p>Hello</p>' }),
      cc: ['cy@customer.dev'],
      bcc: [],
      reply_to: 'help@acme.dev',
      headers: { 'X-Order': '42' },
      tags: [{ name: 'kind', value: 'welcome' }],
      preview_text: 'Look',
    };
    const good = GOOD[id] ?? {};
    const template = { id: kept['templates']?.['id'], variables: { NAME: 'Bo' } };
    const templated = { ...email, html: undefined, text: undefined, template };
    const attachments = [{ content: 'YQ==' }, { content: [98] }, { content: { type: 'Buffer', data: [99] } }];
    const bodies: Record<string, unknown> = {
      sendEmail: { ...email, attachments },
      createAutomation: { ...good.body, domain: sender.domain.name },
      // An event about a new address creates its contact, which no answer names.
      sendEvent: { ...good.body, email: undefined, contact_id: kept['contacts']?.['id'] },
      sendBatch: [email, { ...templated, topic_id: kept['topics']?.['id'] }],
    };
    const body = bodies[id] ?? good.body ?? {};
    return {
      method: method.toUpperCase(),
      permission,
      path: fill(id),
      query: (good.query ?? { limit: '2' }) as Record<string, string>,
      body: takesBody(OPERATIONS[id]) ? body : undefined,
    };
  };

  const credentialsFor = (permission: Permission, random: Random): Record<string, string> => {
    if (permission === 'open') return { 'sec-fetch-site': 'same-origin' };
    if (permission !== 'dashboard' && random() >= BY_PEOPLE)
      return { authorization: `Bearer ${sender.token}` };
    const { token, csrfToken } = sessions.pop() ?? expect.fail('There are too few sessions.');
    const cookie = `posthorn_session=${token}`;
    return { cookie, 'x-csrf-token': csrfToken, 'sec-fetch-site': 'same-origin' };
  };

  const requestOf = (random: Random): Request => {
    const good = goodOf(pick(random, Object.keys(OPERATIONS)) as keyof typeof OPERATIONS);
    const path =
      random() < 0.2
        ? good.path.replace(UUID, encodeURIComponent(pick(random, ODD_TEXTS).toWellFormed()))
        : good.path;
    const query = random() < 0.5 ? '' : `?${new URLSearchParams(toTexts(mutate(good.query, random)))}`;
    const headers: Record<string, string> = {
      ...credentialsFor(good.permission, random),
      'user-agent': 'fuzz',
      ...(good.body !== undefined && { 'content-type': 'application/json' }),
    };
    if (random() < 0.2) Object.assign(headers, Object.fromEntries([pick(random, ODD_HEADERS)]));
    delete headers['transfer-encoding'];
    const body = good.body === undefined ? undefined : textOf(mutate(good.body, random), random);
    return { method: good.method, path: `${random() < 0.1 ? '/api' : ''}${path}${query}`, headers, body };
  };

  it('Answers every request, however malformed, with 2xx or 4xx, and stores and deletes nothing by a request that it rejects.', async () => {
    const random = createRandom(SEED);
    const statuses = new Map<number, number>();
    let accepted = 0;
    const expected = await countObjects();
    const existing = [kept, doomed].flatMap((objects) => Object.values(objects).flatMap(Object.values));
    const changes = new ObjectChanges(new Set(existing));
    let sent = 0;
    const work = async () => {
      while (sent < REQUESTS) {
        sent += 1;
        const request = requestOf(random);
        const { status, body, isReplayed } = await send(pool, request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expectAnswer(status, body, request);
        if (!isReplayed) accepted += storedBy(request, status, body);
        changes.add(request, status, body);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    const { rowCount } = await app.pool.query(
      "SELECT FROM emails WHERE source IN ('api', 'batch') AND id <> ALL($1)",
      [[kept['emails']?.['id'], doomed['emails']?.['id']]],
    );
    expect(rowCount).to.equal(accepted);
    for (const [resource, change] of changes.byResource())
      expected[resource] = (expected[resource] ?? expect.fail(`${resource} counts nothing.`)) + change;
    expect(await countObjects()).to.deep.equal(expected);
    // If all mutations were accepted or all refused, the test would prove nothing.
    expect(statuses.get(200), JSON.stringify([...statuses])).to.be.above(REQUESTS / 20);
    expect(statuses.get(422)).to.be.above(REQUESTS / 10);
    // Only odd headers make a caller unknown: of about 2 % of the requests.
    expect(statuses.get(401)).to.be.below(REQUESTS / 30);
  });
});

async function send(pool: Pool, { method, path, headers, body }: Request) {
  const answer = await pool.request({
    method: method as 'GET',
    path,
    headers,
    ...(body !== undefined && { body }),
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
  });
  const text = await answer.body.text();
  try {
    const isReplayed = answer.headers['idempotent-replayed'] === 'true';
    // A notification of MCP is taken without a word.
    const body = text === '' && answer.statusCode === 202 ? {} : JSON.parse(text);
    return { status: answer.statusCode, isReplayed, body: body as Record<string, unknown> };
  } catch (cause) {
    throw new Error(`${method} ${path} → ${answer.statusCode} ${text.slice(0, 200)}`, { cause });
  }
}

function expectAnswer(status: number, body: Record<string, unknown>, request: Request): void {
  const said = `${JSON.stringify(request).slice(0, 2_000)} → ${status} ${JSON.stringify(body).slice(0, 500)}`;
  expect(status >= 200 && status < 500 && (status < 300 || status >= 400), said).to.equal(true);
  if (status < 300) return;
  expect(body, said).to.include.all.keys('statusCode', 'name', 'message');
  expect(body['statusCode'], said).to.equal(status);
  expect(ERROR_STATUS, said).to.have.property(String(body['name']));
  expectFaults(body);
}

/**
 * The objects that answers named as created and as deleted. It remembers their ids, because a batch may name an object
 * that another request has created.
 */
class ObjectChanges {
  /** Ids of the objects that were there before: a batch names one whose address a request has changed. */
  readonly #existing: ReadonlySet<unknown>;
  readonly #created = new Set<string>();
  readonly #deleted = new Set<string>();

  constructor(existing: ReadonlySet<unknown>) {
    this.#existing = existing;
  }

  add({ method, path }: Request, status: number, body: Record<string, unknown>): void {
    const [resource, others] = placeOf(path);
    const isBatch = others[0] === 'batch' && status === 200 && resource !== 'emails';
    const isNew = (method === 'POST' && status === 201) || (isBatch && others[1] !== 'remove');
    for (const object of (isBatch ? body['data'] : [body]) as Record<string, unknown>[]) {
      // The place of a contact in a segment is not an object, a step is a part of its automation, a session of its person.
      if (NO_OBJECTS.has(object['object']) || others[1] === 'steps') continue;
      if (isNew) this.#addCreated(resource, object);
      else if (object['deleted'] === true) this.#addDeleted(resource, object);
    }
  }

  #addCreated(resource: string, object: Record<string, unknown>): void {
    if (!this.#existing.has(object['id'])) this.#created.add(keyOf(resource, object));
  }

  #addDeleted(resource: string, object: Record<string, unknown>): void {
    this.#deleted.add(keyOf(resource, object));
    // An empty audience of its own is deleted with a domain.
    if (object['object'] === 'domain' && object['audience_id'] === null)
      this.#deleted.add(`audiences of ${object['id']}`);
  }

  /** Resource → by how many its objects have become more, one by one. */
  byResource(): [resource: string, change: number][] {
    const changes = (objects: Set<string>, change: number) =>
      [...objects].map((object): [string, number] => [object.split(' ')[0] ?? '', change]);
    return [...changes(this.#created, 1), ...changes(this.#deleted, -1)];
  }
}

/** The resource of a path, and the words after it. Received emails are a resource below the path of another. */
function placeOf(path: string): [resource: string, others: string[]] {
  const [first = '', ...others] = (path.replace(/^\/api(?=\/)/, '').split('?')[0] ?? '').split('/').slice(1);
  return [first === 'emails' && others[0] === 'receiving' ? 'receiving' : first, others];
}

const NO_OBJECTS: ReadonlySet<unknown> = new Set(['contact_segment', 'session']);

/** Objects below the path of another resource: a contact below its audience, an import below contacts; and other paths. */
const RESOURCE_OF_OBJECT: Readonly<Record<string, string>> = {
  broadcast: 'campaigns',
  contact: 'contacts',
  contact_import: 'contact-imports',
};

function keyOf(resource: string, { object, id }: Record<string, unknown>): string {
  return `${RESOURCE_OF_OBJECT[String(object)] ?? resource} ${id}`;
}

/** The number of emails that are stored according to an answer. */
function storedBy({ method, path }: Request, status: number, body: Record<string, unknown>): number {
  if (method !== 'POST' || status !== 200) return 0;
  if (/\/emails(\?|$)/.test(path)) return 1;
  return /\/emails\/batch(\?|$)/.test(path) ? (body['data'] as unknown[]).length : 0;
}

function toTexts(query: unknown): Record<string, string> {
  if (typeof query !== 'object' || query === null) return { odd: String(query) };
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''),
    ]),
  );
}

/** JSON, and sometimes text that is nearly JSON. */
function textOf(body: unknown, random: Random): string {
  const text = JSON.stringify(body) ?? '';
  const deed = random();
  if (deed < 0.02) return text.slice(0, -1);
  if (deed < 0.03) return `${text}${text}`;
  if (deed < 0.04) return `\ufeff${text}`;
  return deed < 0.05 ? pick(random, ODD_TEXTS) : text;
}
