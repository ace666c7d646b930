// Scenario `mail-kinds`: what templates and topics cost. Plain mails, mails by template that render to the same bytes,
// and mails with a topic, in an account with thousands of unsubscribes and choices; single and in batches. Measures
// messages per second.
import { openContactService } from '../contacts/contact-service.ts';
import { type MailKind, receiptTemplate } from '../load/mail-kind.ts';
import { BATCH, SINGLE } from '../load/shape.ts';
import type { Servers } from '../servers/start.ts';
import { createDelivery, DELIVERED, DELIVERY_COLUMNS } from './deliver.ts';
import { type Contender, posthornsOf, type Scenario, type Setting } from './scenario.ts';

/** Name of the template database. */
const DATABASE = 'mail_kinds';
/** Of these, a tenth has opted out of the topic, and one in twenty has unsubscribed. */
const CONTACTS = 50_000;
const ALIAS = 'receipt';
const SHAPES = { single: SINGLE, batch: BATCH };

/** Known after `prepare`. */
let topicId: string | undefined;

export const mailKinds: Scenario = {
  name: 'mail-kinds',
  question: () =>
    `One mail per request over 20 connections, and batches of 100 over 4: by template with ten variables and with a topic, against plain mails of the same bytes. The account has ${CONTACTS.toLocaleString('en-US')} contacts.`,
  columns: DELIVERY_COLUMNS,
  compared: DELIVERED,
  prepare,
  contenders(setting) {
    const kinds: [string, MailKind][] = [
      ['by template', { template: ALIAS }],
      ['with a topic', { topicId: topicId ?? '' }],
    ];
    return posthornsOf(setting).flatMap((variant) =>
      Object.entries(SHAPES).flatMap(([of, shape]): Contender[] => {
        const plain = `${variant.name}, ${of}, plain`;
        const plan = { variant, shape, template: DATABASE, dividedBy: { '× plain': plain } };
        return [
          createDelivery(setting, { ...plan, name: plain }),
          ...kinds.map(([words, kind]) =>
            createDelivery(setting, {
              ...plan,
              name: `${variant.name}, ${of}, ${words}`,
              kind,
              wanted: '≥ 0.9',
            }),
          ),
        ];
      }),
    );
  },
};

async function prepare(setting: Setting, servers: Servers): Promise<void> {
  const [variant] = posthornsOf(setting);
  if (!variant) return;
  const service = await openContactService(servers, variant, { name: DATABASE, count: CONTACTS });
  topicId = service.stored.topics.news;
  const template = { name: 'Receipt', alias: ALIAS, ...receiptTemplate(setting.options.htmlBytes) };
  await service.call('POST', '/templates', template);
  await service.call('POST', `/templates/${ALIAS}/publish`);
  await service.stop();
}
