// POST /webhooks (docs/reference/webhooks.md).
import { expect } from 'chai';
import { WEBHOOK_EVENT_GROUPS, WEBHOOK_EVENT_TYPES } from '../../../shared/contract/webhooks/values.ts';
import { signingSecretOwner } from '../../../shared/resources/foundation/webhooks/signing-secret-owner.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { readDocuments } from '../../support/documents/markdown.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createOwner } from './owner.ts';

/** The rows of the table of event names in docs/reference/webhooks.md. */
function eventTable(): string[] {
  const { text = '' } = readDocuments().find(({ path }) => path === 'docs/reference/webhooks.md') ?? {};
  const [, chapter = ''] = /^## Event names$([\s\S]*?)^## /m.exec(text) ?? [];
  return chapter.split('\n').filter((line) => line.startsWith('| '));
}

describe('POST /webhooks', () => {
  const app = useApp();
  const owner = useEach(() => createOwner(app));

  it('Answers a new webhook with 201, its record and its signing secret.', async () => {
    const { status, body } = await owner.create();
    expect(status).to.equal(201);
    const { id, signing_secret, ...rest } = body;
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect(signing_secret).to.be.a('string');
    const now = app.clock.now().toISOString();
    expect(rest).to.deep.equal({
      object: 'webhook',
      endpoint_url: 'https://acme.dev/hooks',
      endpoint: 'https://acme.dev/hooks',
      events: ['email.delivered', 'email.bounced'],
      status: 'enabled',
      disabled_reason: null,
      health: {
        last_success_at: null,
        failing_since: null,
        delivered_24h: 0,
        failed_24h: 0,
        failing_status: null,
        hours: [],
        last_failed_event_id: null,
      },
      created_at: now,
      updated_at: now,
    });
  });

  it('Generates a signing secret for each webhook: the prefix `whsec_` and 32 random bytes, encoded as base64.', async () => {
    const secrets = [(await owner.create()).body.signing_secret, (await owner.create()).body.signing_secret];
    for (const secret of secrets) {
      expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).to.have.length(32);
    }
    expect(new Set(secrets).size).to.equal(2);
  });

  it('Stores the signing secret encrypted and bound to its webhook.', async () => {
    const { id, signing_secret } = (await owner.create()).body;
    const { rows } = await app.pool.query('SELECT * FROM webhooks WHERE id = $1', [id]);
    const stored: Buffer = rows[0].signing_secret;
    expect(stored.includes(signing_secret.slice(6, 20))).to.equal(false);
    expect(app.deps.secrets.decrypt(stored, signingSecretOwner(id))).to.equal(signing_secret);
    expect(() => app.deps.secrets.decrypt(stored, signingSecretOwner(app.deps.ids.next()))).to.throw();
  });

  it('Never writes a signing secret to the process log.', async () => {
    const { id, signing_secret: first } = (await owner.create({ endpoint_url: 'http://127.0.0.1:9/' })).body;
    const rotated = await owner.api.post(`/webhooks/${id}/rotate`).expect(200);
    await owner.api.post(`/webhooks/${id}/test`).expect(200);
    await owner.api.patch(`/webhooks/${id}`).send({ signing_secret: first }).expect(200);
    expect(app.logLines).not.to.deep.equal([]);
    for (const secret of [first, rotated.body.signing_secret])
      expect(JSON.stringify(app.logLines)).not.to.include(secret.slice(6));
  });

  it('Accepts the URL as `endpoint_url` or as `endpoint` and returns it under both names.', async () => {
    const url = 'https://acme.dev/other';
    for (const names of [
      { endpoint_url: url },
      { endpoint_url: undefined, endpoint: url },
      { endpoint_url: url, endpoint: url },
    ]) {
      const { status, body } = await owner.create(names);
      expect([status, body.endpoint_url, body.endpoint]).to.deep.equal([201, url, url]);
    }
  });

  it('Subscribes to all events with `*`, and to all events of one kind with a group such as `email.*`.', async () => {
    const hooks = [];
    for (const group of ['*', 'email.*', 'contact.*'])
      hooks.push((await owner.create({ events: [group] })).body.id);
    const { name } = await createDomain(app.pool, owner.accountId);
    const email = { from: `ana@${name}`, to: 'bo@customer.dev', subject: 'Hello', text: 'Hello' };
    await owner.api
      .post('/emails')
      .send({ ...email, scheduled_at: 'in 1 hour' })
      .expect(200);
    const types = [];
    for (const id of hooks) {
      const { data } = await owner.read(`/webhooks/${id}/events`);
      types.push(data.map(({ type }: { type: string }) => type));
    }
    expect(types).to.deep.equal([['email.scheduled'], ['email.scheduled'], []]);
  });

  it('Accepts every event name and group of the table.', async () => {
    const namesOfTable = eventTable().flatMap((row) =>
      [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    expect(namesOfTable).to.have.members([...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS]);
    for (const events of [
      [...WEBHOOK_EVENT_TYPES],
      [...WEBHOOK_EVENT_GROUPS],
      ['*'],
      ['email.*', 'domain.created'],
    ]) {
      const { status, body } = await owner.create({ events });
      expect([status, body.events]).to.deep.equal([201, events]);
    }
  });

  it('Stores an event name once when the request lists it twice.', async () => {
    const { body } = await owner.create({ events: ['email.sent', '*', 'email.sent'] });
    expect(body.events).to.deep.equal(['email.sent', '*']);
  });

  it('Ignores fields that a request cannot set in a new webhook, such as `id`, `status` and `signing_secret`.', async () => {
    const { status, body } = await owner.create({
      colour: 'blue',
      status: 'disabled',
      signing_secret: 'mine',
      id: 'x',
    });
    expect(status).to.equal(201);
    expect(body.status).to.equal('enabled');
    expect(body.signing_secret).not.to.equal('mine');
    expect(body.id).not.to.equal('x');
    expect(body).not.to.have.property('colour');
  });

  it('Allows several webhooks with the same endpoint URL.', async () => {
    const a = await owner.create();
    const b = await owner.create();
    expect(a.body.id).not.to.equal(b.body.id);
    expect(await owner.count('webhooks')).to.equal(2);
  });

  it('Accepts this machine as an endpoint in development, but no other private address.', async () => {
    for (const endpoint_url of [
      'http://127.0.0.1:4318/',
      'http://localhost:4318/hook?a=b',
      'http://[::1]:9/',
    ])
      expect((await owner.create({ endpoint_url })).status, endpoint_url).to.equal(201);
  });
});

describe('Endpoint URLs in production', () => {
  const app = useApp({ config: { outboundReach: 'public' } });
  const owner = useEach(() => createOwner(app));

  const refused: [title: string, url: string][] = [
    ['this machine', 'https://127.0.0.1/'],
    ['this machine by name', 'https://localhost/'],
    ['this machine in IPv6', 'https://[::1]/'],
    ['this machine in another notation', 'https://0x7f.1/'],
    ['a private network', 'https://192.168.1.1/'],
    ["a cloud's metadata server", 'http://169.254.169.254/latest/'],
    ['an IPv4-mapped address', 'https://[::ffff:127.0.0.1]/'],
    ['NAT64', 'https://[64:ff9b::7f00:1]/'],
    ['6to4', 'https://[2002:7f00:1::]/'],
    ['Teredo', 'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
    ['a name of the private network', 'https://hooks.internal/'],
    ['a name without a dot', 'https://intranet/'],
    ['another scheme', 'ftp://acme.dev/'],
    ['a script', 'javascript:alert(1)'],
    ['credentials', 'https://ana:secret@acme.dev/'],
    ['a port of another protocol', 'https://acme.dev:25/'],
    ['whitespace', 'https://acme.dev/a b'],
    ['text that is not a URL', 'acme.dev/hooks'],
    ['a URL that is too long', `https://acme.dev/${'a'.repeat(2_048)}`],
  ];
  it('Rejects an endpoint URL that is malformed or not public with validation_error 422.', async () => {
    for (const [title, endpoint_url] of refused) {
      const answer = await owner.create({ endpoint_url });
      expect(answer.status, title).to.equal(422);
      expect(expectError(answer, 422, 'validation_error'), title).to.include('endpoint_url');
    }
    expect(await owner.count('webhooks')).to.equal(0);
  });

  it('Accepts http and https URLs of public hosts.', async () => {
    for (const endpoint_url of ['https://acme.dev', 'http://acme.dev:8080/a?b=c', 'https://1.1.1.1/'])
      expect((await owner.create({ endpoint_url })).body).to.include({
        endpoint_url,
        endpoint: endpoint_url,
      });
  });
});
