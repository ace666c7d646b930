// Messages that say what to do about the mistakes of newcomers; each under the rule of its resource.
import { expect } from 'chai';
import { describeJsonFault } from '../../api/body/json-fault.ts';
import { useAccount } from '../support/api/account.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import { createSender } from './emails/sender.ts';

const EMAIL = { from: 'shop@acme.dev', to: ['bo@customer.dev'], subject: 'Hello', text: 'Hello' };
const SECRET = 'hunter2-hunter2-hunter2-hunter2';

describe('A refusal', () => {
  const app = useApp({ config: { outboundReach: 'public' } });
  const account = useAccount(app);

  it('Says in which line and column a body of up to 1 MiB stops to be JSON, and shows up to 20 characters of what stands there.', async () => {
    const refuse = async (path: string, text: string) =>
      expectError(
        await account.api.post(path).set('Content-Type', 'application/json').send(text),
        422,
        'validation_error',
      );
    for (const [text, says] of [
      [
        '{"name": "a",\n  \'b\': 1}',
        'line 2, column 3 has "\'b\': 1}" where a name in double quotes must be',
      ],
      ['{"name": "a",}', 'line 1, column 14 has "}" where a name in double quotes must be'],
      ['{"name": "a"', 'it ends at line 1, column 13, where `,` or `}` must be'],
      ['{"name": "a\nb"}', 'line 1, column 12 has a line break where a string continues'],
      [
        `{"password": ${SECRET}}`,
        `line 1, column 14 has ${JSON.stringify(SECRET.slice(0, 20))} where a value must be`,
      ],
    ] as const)
      for (const path of ['/topics', '/emails']) expect(await refuse(path, text), text).to.include(says);
    expect(await refuse('/topics', `{"password": ${SECRET}}`)).to.not.include(SECRET.slice(0, 21));
    // What JSON.parse takes is not a fault, and only that.
    const parts = [
      '{',
      '}',
      '[',
      ']',
      '"a"',
      ':',
      ',',
      '-1',
      '0',
      '.5',
      'e1',
      'true',
      ' ',
      '\n',
      '"',
      '\\n',
      '\\u12',
    ];
    for (let seed = 0; seed < parts.length ** 4; seed += 7) {
      const text = [0, 1, 2, 3]
        .map((at) => parts[Math.floor(seed / parts.length ** at) % parts.length])
        .join('');
      expect(describeJsonFault(text) === undefined, text).to.equal(isJson(text));
    }
  });

  it('Says of a key with the form of Resend’s or SendGrid’s that it is one, and where to make one of this server, and repeats nothing of it.', async () => {
    for (const [prefix, service] of [
      ['re_', 'Resend'],
      ['SG.', 'SendGrid'],
    ] as const) {
      const message = expectError(await app.as(prefix + SECRET).get('/emails'), 403, 'invalid_api_key');
      expect(message).to.include(`It looks like a ${service} key`).and.to.include('/app/api-keys');
      expect(message).to.not.include('hunter2');
    }
    const message = expectError(await app.as(`ph_${SECRET}`).get('/emails'), 403, 'invalid_api_key');
    expect(message).to.equal('API key is invalid.');
  });

  it('Says that several addresses are given as a list, where one text has them.', async () => {
    for (const text of ['a@customer.dev, b@customer.dev', 'a@customer.dev; B <b@customer.dev>']) {
      const answer = await account.api.post('/emails').send({ ...EMAIL, to: text });
      expect(expectError(answer, 422, 'invalid_to_address')).to.include('use a list: `["');
    }
    const answer = await account.api.post('/emails').send({ ...EMAIL, to: 'a' });
    expect(expectError(answer, 422, 'invalid_to_address')).to.not.include('list');
  });

  it('Says that the content belongs into html or text, where an email without both has a text in body.', async () => {
    const { text: _, ...rest } = EMAIL;
    const answer = await account.api.post('/emails').send({ ...rest, body: 'Hello' });
    expect(expectError(answer, 422, 'validation_error')).to.match(/^`body` is not a field.*`html`.*`text`/);
    expect(answer.body.field).to.equal('body');
    const without = expectError(await account.api.post('/emails').send(rest), 422, 'validation_error');
    expect(without).to.not.include('`body`');
  });

  it('Names up to three aliases of the account that are near an unknown one.', async () => {
    const sender = await createSender(app);
    const create = (api: typeof account.api, alias: string) =>
      api.post('/templates').send({ name: alias, alias, subject: 'A', html: 'A' }).expect(201);
    for (const alias of ['order-receipt', 'order-receipts', 'orders-receipt', 'order-receipt-de', 'welcome'])
      await create(sender.api, alias);
    await create(account.api, 'order-recipt-other');
    const email = { ...sender.body(), html: undefined, text: undefined };
    const message = expectError(
      await sender.api.post('/emails').send({ ...email, template: { id: 'order-recipt' } }),
      404,
      'not_found',
    );
    expect(message.match(/`[^`]+`/g)).to.have.length(3);
    expect(message).to.include('`order-receipt`').and.to.not.include('welcome').and.to.not.include('other');
    for (const answer of [
      await sender.api
        .post('/campaigns')
        .send({ from: 'shop@acme.dev', subject: 'A', template_id: 'welcom' }),
      await sender.api.get('/templates/welcom'),
    ])
      expect(expectError(answer, 404, 'not_found')).to.equal(
        'Template not found. Similar aliases: `welcome`.',
      );
    const far = expectError(await sender.api.get('/templates/zzz'), 404, 'not_found');
    expect(far).to.equal('Template not found.');
  });

  it('Names `create_properties` when it refuses a property that does not exist.', async () => {
    const answer = await account.api.post('/contacts').send({ email: 'a@b.dev', properties: { size: 1 } });
    expect(expectError(answer, 422, 'validation_error')).to.include('`create_properties: true`');
    expect(answer.body.field).to.equal('properties.size');
  });

  it('Rejects a path that is never fetched, such as one with a private address or `localhost`, with validation_error 422, by its form and without DNS.', async () => {
    const hosts = [
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '[::1]',
      '0x7f.1',
      'localhost',
      'a.internal',
      'files',
    ];
    const good = { path: 'https://files.unknown.invalid/a' };
    const attachments = [good, ...hosts.map((host) => ({ path: `http://${host}/a` }))];
    const answer = await account.api.post('/emails').send({ ...EMAIL, attachments });
    expectError(answer, 422, 'validation_error');
    expect(answer.body.faults.map(({ field }: { field: string }) => field)).to.deep.equal(
      hosts.map((_, index) => `attachments.${index + 1}.path`),
    );
    // A name is not looked up: the domain of the sender is refused then.
    const named = await account.api.post('/emails').send({ ...EMAIL, attachments: [good] });
    expect(expectError(named, 422, 'validation_error')).to.include('acme.dev');
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
