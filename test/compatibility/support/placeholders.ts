// The objects that recorded requests name: `{contact}` is the id of a new contact, `{contactEmail}` its address. Each
// request has objects of its own, so that requests depend on no order.

import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { createSender, type Sender } from '../../api/emails/sender.ts';
import { UNKNOWN_ID } from '../../api/specimen.ts';
import { SPECIMENS } from '../../api/specimens.ts';
import { createMessage } from '../../api/webhooks/owner.ts';
import type { TestApp } from '../../support/api/app.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createCampaign, createCampaignRecipient } from '../../support/factories/campaign-factories.ts';
import {
  createContact,
  createContactProperty,
  createSegment,
  createTopic,
} from '../../support/factories/contact-factories.ts';
import { createAccount, createDomain, createSuppression } from '../../support/factories/factories.ts';
import { createReceived } from '../../support/factories/received-factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';

/** Placeholder → its value. */
type Values = Readonly<Record<string, string>>;

/** Placeholders that are made together, and what makes them. @param known those that are made already */
type Maker = readonly [names: readonly string[], make: (known: Values) => Promise<Values>];

let made = 0;
function unique(word: string): string {
  made += 1;
  return `${word}${made}`;
}

/** An account whose domain may send, also without a From that a request names. */
export async function createOwner(app: TestApp): Promise<Sender> {
  const sender = await createSender(app, {
    domain: { isDefault: true, name: `${unique('owner')}.customer.dev` },
  });
  const { id, name } = sender.domain;
  const { accountId } = sender;
  await createContact(app.pool, { accountId, createdAt: app.clock.now() });
  await createContactProperty(app.pool, accountId, { key: 'vip', type: 'boolean' });
  await app.pool.query('UPDATE domains SET default_from = $2 WHERE id = $1', [id, `Ana <ana@${name}>`]);
  return sender;
}

function makersOf(app: TestApp, sender: Sender): readonly Maker[] {
  const { pool } = app;
  const { accountId, api } = sender;
  const create = async (resource: string) => {
    const { id } = (await SPECIMENS[resource]?.create?.(pool, accountId)) ?? { id: '' };
    return id;
  };
  const only = (name: string, make: () => Promise<string>): Maker => [
    [name],
    async () => ({ [name]: await make() }),
  ];
  const createForeignDomain = async () => {
    const owner = await createAccount(pool);
    return (await createDomain(pool, owner.id, { name: `${unique('claimed')}.customer.dev` })).name;
  };
  const FILE = { filename: 'a.txt', content: Buffer.from('a').toString('base64') };
  return [
    [
      ['email', 'attachment'],
      async () => {
        const { id } = await sender.sent({ attachments: [FILE] });
        return { email: id, attachment: (await sender.read(`/emails/${id}/attachments`)).data[0].id };
      },
    ],
    only('scheduledEmail', async () => (await sender.sent({ scheduled_at: 'in 1 hour' })).id),
    [
      ['received', 'receivedAttachment'],
      async () => {
        const { id, attachmentIds } = await createReceived(pool, accountId, { files: [{}] });
        return { received: id, receivedAttachment: attachmentIds[0] ?? '' };
      },
    ],
    only('domain', async () => (await createDomain(pool, accountId)).id),
    only('claimableDomainName', () => createForeignDomain()),
    only('claimedDomain', async () => {
      const name = await createForeignDomain();
      return (await api.post('/domains/claim').send({ name })).body.domain_id;
    }),
    [
      ['contact', 'contactEmail', 'contactEmailEscaped'],
      async ({ audience: audienceId }) => {
        const email = `${unique('person')}+a@customer.dev`;
        const { id } = await createContact(pool, { accountId, email, ...(audienceId && { audienceId }) });
        return { contact: id, contactEmail: email, contactEmailEscaped: encodeURIComponent(email) };
      },
    ],
    [
      ['suppression', 'suppressedEmail', 'suppressedEmailEscaped'],
      async () => {
        const email = `${unique('gone')}+a@customer.dev`;
        const { id } = await createSuppression(pool, accountId, email);
        return { suppression: id, suppressedEmail: email, suppressedEmailEscaped: encodeURIComponent(email) };
      },
    ],
    only('audience', () => create('audiences')),
    only('segment', async () => {
      const { id: segment } = await createSegment(pool, accountId);
      await createContact(pool, {
        accountId,
        email: `${unique('member')}@customer.dev`,
        segmentIds: [segment],
        createdAt: app.clock.now(),
      });
      return segment;
    }),
    only('topic', async () => (await createTopic(pool, accountId)).id),
    [
      ['property', 'propertyKey'],
      async () => {
        const key = unique('plan_');
        return { property: (await createContactProperty(pool, accountId, { key })).id, propertyKey: key };
      },
    ],
    only('import', () => create('contact-imports')),
    [
      ['template', 'templateAlias'],
      async () => {
        const alias = unique('draft-');
        return {
          template: (await createTemplate(pool, accountId, { alias, isPublished: false })).id,
          templateAlias: alias,
        };
      },
    ],
    [
      ['publishedTemplate', 'publishedTemplateAlias'],
      async () => {
        const alias = unique('published-');
        return {
          publishedTemplate: (
            await createTemplate(pool, accountId, { alias, from: `ana@${sender.domain.name}` })
          ).id,
          publishedTemplateAlias: alias,
        };
      },
    ],
    only(
      'broadcast',
      async () =>
        (await createCampaign(pool, accountId, { status: 'draft', from: `ana@${sender.domain.name}` })).id,
    ),
    only(
      'scheduledBroadcast',
      async () =>
        (await createCampaign(pool, accountId, { status: 'scheduled', scheduledAt: new Date('2099-01-01') }))
          .id,
    ),
    [
      ['sentBroadcast', 'recipientCursor', 'clickedLinkCursor'],
      async () => {
        const campaign = await createCampaign(pool, accountId, { status: 'sent', sentAt: new Date() });
        const contact = await createCampaignRecipient(pool, campaign);
        return { sentBroadcast: campaign.id, recipientCursor: contact, clickedLinkCursor: UNKNOWN_ID };
      },
    ],
    [
      ['webhook', 'webhookEvent', 'webhookAttempt'],
      async () => {
        const webhook = { id: await create('webhooks'), accountId };
        const event = await createMessage(pool, webhook);
        return { webhook: webhook.id, webhookEvent: event.id, webhookAttempt: UNKNOWN_ID };
      },
    ],
    [
      ['automation', 'run'],
      async () => {
        const automation = await createAutomation(pool, accountId, { domainId: sender.domain.id });
        const contact = await createContact(pool, { accountId, email: `${unique('runner')}@customer.dev` });
        return {
          automation: automation.id,
          run: (await createRun(pool, { automation, contactId: contact.id })).id,
        };
      },
    ],
    [
      ['event', 'eventName'],
      async () => {
        const name = unique('order.paid');
        return { event: (await api.post('/events').send({ name })).body.id, eventName: name };
      },
    ],
    only('log', () => create('logs')),
    only('apiKey', () => create('api-keys')),
    only('oauthGrant', () => Promise.resolve(UNKNOWN_ID)),
    only('unknown', () => Promise.resolve(UNKNOWN_ID)),
    only('inAnHour', () => Promise.resolve(new Date(app.clock.now().getTime() + HOUR_MS).toISOString())),
    only('domainName', () => Promise.resolve(sender.domain.name)),
  ];
}

/** `{{{NAME}}}` is the language of templates. */
const PLACEHOLDER = /(?<!\{)\{([a-zA-Z]+)\}(?!\})/g;

/** Makes the objects that a recorded request names. @returns the text with their ids, addresses and names */
export async function fillPlaceholders(app: TestApp, sender: Sender, text: string): Promise<string> {
  const makers = makersOf(app, sender);
  const values: Record<string, string> = {};
  // A contact is made in the audience that is named with it.
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).sort();
  for (const name of names) {
    if (Object.hasOwn(values, name)) continue;
    const maker = makers.find(([made]) => made.includes(name));
    if (!maker) throw new Error(`Nothing makes {${name}}.`);
    Object.assign(values, await maker[1](values));
  }
  return text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '');
}
