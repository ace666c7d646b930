// Scenario `recipients`: one mail to as many recipients as the API allows. Each of them gets their own message, but the
// mail is composed and signed once for those that are claimed together, so a recipient must not cost more than a
// separate mail. Measures recipients per second against mails per second of single sends.
import { SINGLE } from '../load/shape.ts';
import { posthornsOf, type Scenario } from '../scenario.ts';
import { createDelivery, DELIVERED, DELIVERY_COLUMNS } from './deliver.ts';

/** The most addresses in `to` (docs/reference/emails.md#sender-and-recipients). */
const RECIPIENTS = 50;

export const recipients: Scenario = {
  name: 'recipients',
  question: () =>
    `One mail to ${RECIPIENTS} recipients per request, against one mail to one, over 20 connections.`,
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
