// One mail to as many recipients as the interface allows. Each of them gets a message of its own, but the mail is
// composed and signed once for those that leave together, so a recipient must not cost more than a mail of its own
// would. Measures recipients a second against mails a second of single sends.
import { SINGLE } from '../load/shape.ts';
import { createDelivery, DELIVERED, DELIVERY_COLUMNS } from './deliver.ts';
import { posthornsOf, type Scenario } from './scenario.ts';

/** Addresses in `to` (interface.md, Limits). */
const RECIPIENTS = 50;

export const recipients: Scenario = {
  name: 'recipients',
  question: () =>
    `One mail to ${RECIPIENTS} recipients a request, against one mail to one, over 20 connections.`,
  columns: DELIVERY_COLUMNS,
  compared: DELIVERED,
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => {
      const toOne = `${variant.name}, to 1`;
      const dividedBy = { '× to 1': toOne };
      return [
        createDelivery(setting, { name: toOne, variant, shape: SINGLE, dividedBy }),
        createDelivery(setting, {
          name: `${variant.name}, to ${RECIPIENTS}`,
          variant,
          shape: { ...SINGLE, recipientsPerMail: RECIPIENTS },
          dividedBy,
          wanted: '≥ 1 ×',
        }),
      ];
    }),
};
