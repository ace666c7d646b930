// Scenario `contact-writes`: POST /contacts and its batch into a large audience, against the same rows in a bare INSERT:
// what locks, decisions, events and the API cost in addition to storing contacts.
import { type ContactService, openContactService } from '../contacts/contact-service.ts';
import { medianTimeMs } from '../contacts/median-time.ts';
import { BATCH_SIZE, ContactWrites } from '../contacts/writes.ts';
import { type Contender, posthornsOf, type Scenario } from '../scenario.ts';

const BARE_BATCH = `bare INSERT of ${BATCH_SIZE.toLocaleString('en-US')}`;
const BARE_SINGLE = 'bare INSERT of 1';

/** Runs from `prepare` to `finish`. */
let service: ContactService | undefined;

export const contactWrites: Scenario = {
  name: 'contact-writes',
  question: ({ contactCounts }) =>
    `One write after the other into an audience of ${contactCounts[1].toLocaleString('en-US')} contacts: median time in milliseconds.`,
  columns: [{ title: 'ms', key: 'ms', digits: 2, spread: true }],
  compared: 'ms',
  async prepare(setting, servers) {
    const [variant] = posthornsOf(setting);
    const [, count] = setting.options.contactCounts;
    if (variant) service = await openContactService(servers, variant, { name: 'contact_writes', count });
  },
  async finish() {
    await service?.stop();
    service = undefined;
  },
  contenders(setting) {
    if (posthornsOf(setting).length === 0) return [];
    return [
      createContender(BARE_BATCH, (writes) => writes.insert(BATCH_SIZE)),
      createContender('batch of new contacts', (writes) => writes.postNew(BATCH_SIZE), BARE_BATCH),
      createContender('batch that changes', (writes) => writes.postChanged(BATCH_SIZE), BARE_BATCH),
      createContender('batch that changes nothing', (writes) => writes.postUnchanged(BATCH_SIZE), BARE_BATCH),
      createContender(BARE_SINGLE, (writes) => writes.insert(1)),
      createContender('one new contact', (writes) => writes.postNew(1), BARE_SINGLE),
      createContender('one that changes', (writes) => writes.postChanged(1), BARE_SINGLE),
    ];
  },
};

function createContender(
  name: string,
  write: (writes: ContactWrites) => Promise<unknown>,
  base?: string,
): Contender {
  return {
    name,
    dividedBy: base === undefined ? {} : { '× INSERT': base },
    async measure(servers) {
      if (!service) throw new Error('The service of the contacts does not run.');
      const writes = new ContactWrites(service);
      await servers.databases.checkpoint();
      const figures = { ms: await medianTimeMs(() => write(writes)) };
      return { contender: name, figures, cpuPerMessage: {}, statements: [], messages: 1 };
    },
  };
}
