// Scenario `mail-kinds`: what templates, topics, polls and tracking cost. Plain mails, mails by template that render to the same
// bytes, mails with a topic or a poll, and mails whose opens and clicks are measured, in an account with thousands of unsubscribes
// and choices; single and in batches. The same
// processes send all kinds in turns, so each round compares them within seconds. Measures messages per second.
import { openContactService } from '../contacts/contact-service.ts';
import { type MailKind, receiptTemplate } from '../load/mail-kind.ts';
import { BATCH, SINGLE } from '../load/shape.ts';
import { measureLoad } from '../measure-load.ts';
import { deliver, inspectMail, type OpenRun, openRun } from '../run.ts';
import { type Contender, ONE_OF_EACH, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';
import { DELIVERED, DELIVERY_COLUMNS, deliverLoad } from './deliver.ts';

/** Name of the template database. */
const DATABASE = 'mail_kinds';
/** A tenth of these has opted out of the topic, and one in twenty has unsubscribed. */
const CONTACTS = 50_000;
const ALIAS = 'receipt';
const SHAPES = { single: SINGLE, batch: BATCH };
const PLAIN = 'plain';
/** The same html, so that only the links of each recipient differ. */
const TOPIC = 'with a topic';
const POLL = 'with a poll';
const LINKED = 'with a topic and ten links';
const TRACKED = 'tracked, with ten links';
const LINKS = 10;

/** Both are filled by `prepare`. Name of the kind → the kind. */
const kinds = new Map<string, MailKind>();
/** Name of the variant and of the shape → its run, until `finish`. */
const runs = new Map<string, OpenRun>();

export const mailKinds: Scenario = {
  name: 'mail-kinds',
  question: () =>
    `Single mails over 20 connections and batches of 100 over 4: by template with ten variables and with a topic, against plain mails of the same bytes, with a poll of two options against mails with a topic, and tracked with ten links against mails with a topic and ten links, in an account with ${CONTACTS.toLocaleString('en-US')} contacts.`,
  columns: DELIVERY_COLUMNS,
  compared: DELIVERED,
  async prepare(setting, servers) {
    const variants = posthornsOf(setting);
    if (variants[0]) await createDatabase(variants[0], setting, servers);
    for (const variant of variants)
      for (const [of, shape] of Object.entries(SHAPES)) {
        const { htmlBytes, warmUp } = setting.options;
        const plan = { variant, shape, htmlBytes, processes: ONE_OF_EACH, template: DATABASE };
        const opened = await openRun(plan, servers);
        runs.set(`${variant.name}, ${of}`, opened);
        for (const kind of kinds.values()) await deliver(opened.run, warmUp / kinds.size, kind);
      }
  },
  async finish() {
    for (const { close } of runs.values()) await close();
    runs.clear();
  },
  contenders: ({ options }) =>
    [...runs].flatMap(([of, { run }]) =>
      [...kinds].map(
        ([words, kind]): Contender => ({
          name: `${of}, ${words}`,
          ...comparisonOf(of, words),
          async measure() {
            const measured = await measureLoad(run, () => deliverLoad(run, options.mails, kind));
            await inspectMail(run);
            return { contender: `${of}, ${words}`, ...measured };
          },
        }),
      ),
    ),
};

/** What a kind is divided by, and the share that is wanted. */
function comparisonOf(of: string, words: string): Pick<Contender, 'dividedBy' | 'wanted'> {
  const base = { [TRACKED]: LINKED, [POLL]: TOPIC }[words] ?? PLAIN;
  const isWanted = words !== PLAIN && words !== LINKED;
  return {
    dividedBy: { [`× ${base}`]: `${of}, ${base}` },
    wanted: isWanted ? (words === TRACKED ? '≥ 0.85' : '≥ 0.9') : undefined,
  };
}

/** Creates the contacts, a topic and a published template. */
async function createDatabase(variant: Variant, { options }: Setting, servers: Servers): Promise<void> {
  const service = await openContactService(servers, variant, { name: DATABASE, count: CONTACTS });
  const template = { name: 'Receipt', alias: ALIAS, ...receiptTemplate(options.htmlBytes) };
  await service.call('POST', '/templates', template);
  await service.call('POST', `/templates/${ALIAS}/publish`);
  await service.stop();
  kinds.set(PLAIN, {});
  kinds.set('by template', { template: ALIAS });
  const topicId = service.stored.topics.news;
  kinds.set(TOPIC, { topicId });
  kinds.set(POLL, { asks: true });
  kinds.set(LINKED, { topicId, links: LINKS });
  kinds.set(TRACKED, { isTracked: true, links: LINKS });
}
