// Scenario `contacts`: a page of contacts of a large audience against the same page of a small one. Each page is timed
// twice: as the statement that the API runs, and as a request.
import { type ContactService, openContactService } from '../contacts/contact-service.ts';
import { medianTimeMs } from '../contacts/median-time.ts';
import {
  type ContactView,
  DIRECTIONS,
  FILTERED_VIEWS,
  PAGED_VIEWS,
  type PageOf,
  readerOf,
} from '../contacts/pages.ts';
import { type Contender, posthornsOf, type RunResult, type Scenario, type Setting } from '../scenario.ts';

const LIMITS = [20, 100];

/** Number of contacts → the service that has as many. They run from `prepare` to `finish`. */
const services = new Map<number, ContactService>();

export const contacts: Scenario = {
  name: 'contacts',
  question: ({ contactCounts }) =>
    `One page after the other of an audience of ${contactCounts.map(shown).join(' and of ')} contacts: median time in milliseconds.`,
  columns: [
    { title: 'statement, ms', key: 'statement', digits: 2, spread: true },
    { title: 'request, ms', key: 'request', digits: 2, spread: true },
  ],
  compared: 'statement',
  async prepare(setting, servers) {
    const [variant] = posthornsOf(setting);
    if (!variant) return;
    for (const count of setting.options.contactCounts) {
      const name = `contacts_${count}`;
      services.set(count, await openContactService(servers, variant, { name, count }));
    }
  },
  async finish() {
    for (const service of services.values()) await service.stop();
    services.clear();
  },
  contenders: (setting) => (posthornsOf(setting).length > 0 ? createContenders(setting) : []),
};

function createContenders({ options: { contactCounts } }: Setting): Contender[] {
  const [few, many] = contactCounts;
  const pages = PAGED_VIEWS.flatMap((view) =>
    DIRECTIONS.flatMap((direction) =>
      LIMITS.map((limit): [ContactView, PageOf] => [view, { direction, limit }]),
    ),
  );
  const compared = pages.flatMap(([view, page]) => {
    const base = createContender(few, view, page);
    const dividedBy = { [`× ${shown(few)}`]: base.name };
    return [base, { ...createContender(many, view, page), dividedBy, wanted: '≤ 1.5 × and 50 ms' }];
  });
  const filtered = FILTERED_VIEWS.map((view) =>
    createContender(many, view, { direction: 'after', limit: 20 }),
  );
  return [...compared, ...filtered];
}

function createContender(count: number, view: ContactView, page: PageOf): Contender {
  const name = `${view.name}, ${page.direction}, ${page.limit}, of ${shown(count)}`;
  return {
    name,
    dividedBy: {},
    async measure(): Promise<RunResult> {
      const service = services.get(count);
      if (!service) throw new Error('The service of the contacts does not run.');
      const { statement, request } = await readerOf(service, view, page);
      const figures = { statement: await medianTimeMs(statement), request: await medianTimeMs(request) };
      return { contender: name, figures, cpuPerMessage: {}, statements: [], messages: 1 };
    },
  };
}

function shown(count: number): string {
  return count.toLocaleString('en-US');
}
