// Scenario `memory`, the search for memory leaks: the memory of Posthorn's processes after some mails and after several
// times as many. Both readings follow a garbage collection, so growth between them is a leak.
import { SINGLE } from '../load/shape.ts';
import { createInspectedProcesses } from '../processes/inspected.ts';
import { deliver, inspectMail, withRun } from '../run.ts';
import { type Column, ONE_OF_EACH, posthornsOf, type Scenario } from '../scenario.ts';

const PROCESSES = ['api', 'send', 'schedule'];
const MEGABYTE = 1e6;

const COLUMNS: readonly Column[] = PROCESSES.flatMap((name) => [
  { title: `${name} MB, first`, key: `${name} first`, digits: 1 },
  { title: 'last', key: `${name} last`, digits: 1 },
  { title: 'growth %', key: `${name} growth`, digits: 1, spread: true },
]);

export const memory: Scenario = {
  name: 'memory',
  question: ({ memoryMails: [first, last] }) =>
    `Memory (RSS) of each process after a garbage collection: "first" after ${first} mails, "last" after ${last}.`,
  columns: COLUMNS,
  compared: 'send growth',
  contenders: (setting) =>
    posthornsOf(setting).map((variant) => ({
      name: variant.name,
      dividedBy: {},
      wanted: 'growth < 5 %',
      measure: (servers) => {
        const { startProcess, memoryAfterCollection } = createInspectedProcesses(servers.startProcess);
        const { htmlBytes, memoryMails } = setting.options;
        const plan = { variant, shape: SINGLE, htmlBytes, processes: ONE_OF_EACH, startProcess };
        return withRun(plan, servers, async (run) => {
          const [firstMails, lastMails] = memoryMails;
          await deliver(run, firstMails);
          const first = await memoryAfterCollection();
          await deliver(run, lastMails - firstMails);
          const last = await memoryAfterCollection();
          await inspectMail(run);
          const figures = describeGrowth(first, last);
          return { contender: variant.name, figures, cpuPerMessage: {}, statements: [], messages: lastMails };
        });
      },
    })),
};

function describeGrowth(first: Record<string, number>, last: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(last).flatMap(([name, bytes]) => {
      const before = first[name] ?? Number.NaN;
      return [
        [`${name} first`, before / MEGABYTE],
        [`${name} last`, bytes / MEGABYTE],
        [`${name} growth`, (bytes / before - 1) * 100],
      ];
    }),
  );
}
