// Scenario `workers`: a second send worker in addition to the first, on the same number of cores, must not make
// delivery slower. Two APIs accept the batches, so that accepting does not limit either side. Measures messages per
// second.
import { BATCH } from '../load/shape.ts';
import { posthornsOf, type Scenario } from '../scenario.ts';
import { createDelivery, DELIVERED, DELIVERY_COLUMNS } from './deliver.ts';

export const workers: Scenario = {
  name: 'workers',
  question: () => 'Batches of 100 mails to two APIs: two send workers against one.',
  columns: DELIVERY_COLUMNS,
  compared: DELIVERED,
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => {
      const one = `${variant.name}, one worker`;
      const plan = { variant, shape: BATCH, dividedBy: { '× one worker': one } };
      return [
        createDelivery(setting, { ...plan, name: one, processes: { api: 2, send: 1 } }),
        createDelivery(setting, {
          ...plan,
          name: `${variant.name}, two workers`,
          processes: { api: 2, send: 2 },
          wanted: '≥ 1 ×',
        }),
      ];
    }),
};
