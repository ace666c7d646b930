// Scenario `domains`, with two questions. What the checks of verified domains cost in addition to the questions
// themselves: a worker against a bare loop over node:dns, with a server that answers at once, where only CPU time counts,
// and with one that answers after 10 ms. And whether domains whose DNS is silent delay the others.
import { type DomainService, type MeasuredQuestions, openDomainService } from '../domains/domain-service.ts';
import { DOMAINS } from '../load/domain-names.ts';
import { type Contender, posthornsOf, type Scenario } from '../scenario.ts';

const SILENT = 500;
/** As a resolver does that has to ask others for some of the answers. */
const DELAYED = { delayMs: 10 };
const BARE = 'bare loop over node:dns';
const BARE_DELAYED = `${BARE}, answers after ${DELAYED.delayMs} ms`;
const CHECKS = 'checks of all domains';

/** Runs from `prepare` to `finish`. */
let service: DomainService | undefined;

export const domains: Scenario = {
  name: 'domains',
  question: () =>
    `${DOMAINS.toLocaleString('en-US')} verified domains, all due: seconds until all of them are rechecked that DNS answers about. A message is a domain.`,
  columns: [
    { title: 's', key: 'seconds', digits: 2, spread: true },
    { title: 'questions/s', key: 'perSecond', digits: 0, spread: true },
  ],
  compared: 'seconds',
  async prepare(setting, servers) {
    const [variant] = posthornsOf(setting);
    if (!variant) return;
    service = await openDomainService(servers, variant);
    // V8 compiles.
    await service.loop({});
    await service.recheck({});
    await service.recheck({ silent: chooseSilent() });
  },
  async finish() {
    await service?.stop();
    service = undefined;
  },
  contenders: (setting) =>
    posthornsOf(setting).length === 0
      ? []
      : [
          contender(BARE, {}, undefined, ({ loop }) => loop({})),
          contender(CHECKS, { '× bare': BARE }, '≤ 2', ({ recheck }) => recheck({})),
          contender(`${CHECKS}, ${SILENT} silent`, { '× all': CHECKS }, '≤ 1.1', ({ recheck }) =>
            recheck({ silent: chooseSilent() }),
          ),
          contender(BARE_DELAYED, {}, undefined, ({ loop }) => loop(DELAYED)),
          contender(`${CHECKS}, the same`, { '× bare': BARE_DELAYED }, '≤ 2', ({ recheck }) =>
            recheck(DELAYED),
          ),
        ],
};

function contender(
  name: string,
  dividedBy: Contender['dividedBy'],
  wanted: string | undefined,
  work: (running: DomainService) => Promise<MeasuredQuestions>,
): Contender {
  return {
    name,
    dividedBy,
    wanted,
    async measure() {
      if (!service) throw new Error('The worker of the domains does not run.');
      const { seconds, perSecond, cpuPerDomain } = await work(service);
      const figures = { seconds, perSecond };
      return { contender: name, figures, cpuPerMessage: cpuPerDomain, statements: [], messages: DOMAINS };
    },
  };
}

/** Any of them. */
function chooseSilent(): number[] {
  const chosen = new Set<number>();
  while (chosen.size < SILENT) chosen.add(Math.floor(Math.random() * DOMAINS));
  return [...chosen];
}
