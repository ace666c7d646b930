// Scenario `held`: what mail that may not leave costs others. One account sends, while a million mails of another one are
// due, whose domain is paused, or which is suspended; against none, and against as many that are stored and not due.
import { SINGLE } from '../load/shape.ts';
import { storeHeldMail } from '../posthorn/held-mail.ts';
import { type Contender, posthornsOf, type Scenario, type Setting } from '../scenario.ts';
import { withDatabase } from '../servers/open-database.ts';
import type { Variant } from '../variant.ts';
import { createDelivery, DELIVERED, DELIVERY_COLUMNS } from './deliver.ts';

const HELD = { name: 'held', by: 'pause' } as const;
const SUSPENDED = { name: 'held_suspended', by: 'suspension' } as const;
const ASLEEP = { name: 'held_asleep', by: 'time' } as const;

export const held: Scenario = {
  name: 'held',
  question: ({ heldMails }) =>
    `Single mails while ${heldMails.toLocaleString('en-US')} mails of another account's paused domain, or of a suspended account, are due, against none.`,
  columns: DELIVERY_COLUMNS,
  compared: DELIVERED,
  async prepare(setting, servers) {
    const [variant] = posthornsOf(setting);
    if (!variant) return;
    for (const { name, by } of [HELD, SUSPENDED, ASLEEP]) {
      const connectionString = await servers.databases.createTemplate(name, variant.family);
      const mails = setting.options.heldMails;
      await withDatabase(connectionString, (database) => storeHeldMail(database, { mails, by }));
    }
  },
  contenders: (setting) => posthornsOf(setting).flatMap((variant) => contendersOf(setting, variant)),
};

function contendersOf(setting: Setting, variant: Variant): Contender[] {
  const none = `${variant.name}, none`;
  const asleep = `${variant.name}, not due`;
  const plan = { variant, shape: SINGLE };
  return [
    createDelivery(setting, { ...plan, name: none, dividedBy: {} }),
    createDelivery(setting, {
      ...plan,
      name: asleep,
      template: ASLEEP.name,
      dividedBy: { '× none': none },
    }),
    ...[HELD, SUSPENDED].map(({ name, by }) =>
      createDelivery(setting, {
        ...plan,
        name: `${variant.name}, held by a ${by}`,
        template: name,
        dividedBy: { '× none': none, '× not due': asleep },
        wanted: '≥ 0.95',
      }),
    ),
  ];
}
