// Scenario `segments`: POST /segments/preview of filters of every kind in a large audience, against a bare count of the
// contacts that have one value of a property.
import { type ContactService, openContactService } from '../contacts/contact-service.ts';
import { medianTimeMs } from '../contacts/median-time.ts';
import { PREVIEWED_FILTERS, type PreviewedFilter } from '../contacts/previews.ts';
import { type Contender, posthornsOf, type Scenario } from '../scenario.ts';

const BASE = 'bare count of one property equality';
/** As it would be written by hand, without regard to the case of letters. */
const COUNT = `SELECT count(*) FROM contacts WHERE audience_id = $1 AND properties ->> '1' = 'City 7'`;

/** Runs from `prepare` to `finish`. */
let service: ContactService | undefined;

export const segments: Scenario = {
  name: 'segments',
  question: ({ contactCounts }) =>
    `One preview after the other in an audience of ${contactCounts[1].toLocaleString('en-US')} contacts: median time in milliseconds.`,
  columns: [{ title: 'ms', key: 'ms', digits: 0, spread: true }],
  compared: 'ms',
  async prepare(setting, servers) {
    const [variant] = posthornsOf(setting);
    const [, count] = setting.options.contactCounts;
    if (variant) service = await openContactService(servers, variant, { name: 'segments', count });
  },
  async finish() {
    await service?.stop();
    service = undefined;
  },
  contenders: (setting) =>
    posthornsOf(setting).length === 0
      ? []
      : [createBase(), ...PREVIEWED_FILTERS.map((previewed) => createContender(previewed))],
};

function createBase(): Contender {
  return contender(BASE, {}, ({ database, stored }) => database.query(COUNT, [stored.audienceId]));
}

function createContender([name, filterOf]: PreviewedFilter): Contender {
  return contender(name, { '× count': BASE }, ({ call, stored }) =>
    call('POST', '/segments/preview', { filter: filterOf(stored) }),
  );
}

function contender(
  name: string,
  dividedBy: Contender['dividedBy'],
  work: (running: ContactService) => Promise<unknown>,
): Contender {
  return {
    name,
    dividedBy,
    ...(name !== BASE && { wanted: '≤ 5 ×' }),
    async measure() {
      if (!service) throw new Error('The service of the contacts does not run.');
      const running = service;
      const figures = { ms: await medianTimeMs(() => work(running)) };
      return { contender: name, figures, cpuPerMessage: {}, statements: [], messages: 1 };
    },
  };
}
