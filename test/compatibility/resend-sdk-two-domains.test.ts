// The Node SDK of Resend, unchanged, for an account whose default domain moves: its programs name neither an audience nor a
// domain, so what they store and what they send must mean the same contacts, before the move and after it
// (docs/reference/domains.md).
import { expect } from 'chai';
import { Resend } from 'resend';
import { runCommand } from '../../ops/run-command.ts';
import { eventRunsWork } from '../../shared/resources/flows/automations/runs/work.ts';
import { expectDone } from '../ops/run-ops.ts';
import { createCaller } from '../support/api/account.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { succeed } from './support/succeed.ts';
import { useService } from './support/use-service.ts';

const TRIGGER = 'user.upgraded';

describe('The newest SDK of Resend, in an account with two domains whose default moves', () => {
  const service = useService([eventRunsWork]);

  /** An account with two verified domains, of which the first is the default one. */
  const createShop = async (name: string) => {
    const { app } = service;
    const caller = await createCaller(app);
    const environment = {
      DATABASE_URL: app.deps.config.databaseUrl,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: '/nonexistent',
      PUBLIC_URL: 'https://posthorn.dev',
    };
    const add = async (domain: string) =>
      expectDone(await runCommand(['add-domain', caller.accountId, domain], environment))['id'] as string;
    const first = await add(`${name}-one.dev`);
    const second = await add(`${name}-two.dev`);
    const resend = new Resend(caller.token, { baseUrl: app.url });
    const makeDefault = (id: string) =>
      caller.api.patch(`/domains/${id}`).send({ default: true }).expect(200);
    await makeDefault(first);
    await succeed(
      resend.contactProperties.create({ key: 'plan', type: 'string', fallbackValue: 'nothing yet' }),
    );
    return { ...caller, resend, name, moveDefault: () => makeDefault(second) };
  };
  type Shop = Awaited<ReturnType<typeof createShop>>;

  const createZoe = ({ resend, name }: Shop) =>
    succeed(
      resend.contacts.create({
        email: `zoe@${name}.dev`,
        firstName: 'Zoe',
        properties: { plan: 'pro' },
      }),
    );
  const createAutomation = async ({ resend, name }: Shop) => {
    const template = await succeed(
      resend.templates
        .create({
          name: 'Plan',
          from: `Ana <ana@${name}-two.dev>`,
          subject: 'Your plan',
          html: '<p>Hello {{{FIRST_NAME}}}, you are on {{{contact.properties.plan}}}.</p>',
        })
        .publish(),
    );
    await succeed(
      resend.automations.create({
        name: 'Plan',
        status: 'enabled',
        steps: [
          { key: 'start', type: 'trigger', config: { eventName: TRIGGER } },
          { key: 'mail', type: 'send_email', config: { template: { id: template.id } } },
        ],
        connections: [{ from: 'start', to: 'mail' }],
      }),
    );
  };
  /** Sends the event about the address of Zoe, and reads what she gets. */
  const expectMail = async ({ resend, name, read }: Shop, contactId: string) => {
    const email = `zoe@${name}.dev`;
    const sent = await succeed(resend.events.send({ event: TRIGGER, email }));
    expect(sent).to.include({ runs_started: 1, contact_created: false, reason: null });
    const { from, html, text } = await service.whenMailed(email);
    expect(from?.text).to.equal(`"Ana" <ana@${name}-two.dev>`);
    expect(html).to.include('Hello Zoe, you are on pro.');
    expect(text).to.include('Hello Zoe, you are on pro.');
    const { contacts } = await read(`/people/${email}`);
    expect(contacts.map(({ id }: { id: string }) => id)).to.deep.equal([contactId]);
    expect(contacts[0].domains).to.deep.equal([`${name}-one.dev`, `${name}-two.dev`]);
  };

  it('knows a contact of before the move in an event after it', async () => {
    const shop = await createShop('before');
    const { id } = await createZoe(shop);
    await shop.moveDefault();
    await createAutomation(shop);
    await expectMail(shop, id);
  });

  it('knows a contact of after the move', async () => {
    const shop = await createShop('after');
    await shop.moveDefault();
    await createAutomation(shop);
    const { id } = await createZoe(shop);
    await expectMail(shop, id);
  });
});
