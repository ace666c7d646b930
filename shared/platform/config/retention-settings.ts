// How long things are kept (docs/operations.md#retention): the variables, and the form in which a process has them.
import Joi from 'joi';

/**
 * The days after the end of each kind of row; an email is removed with everything that belongs to it. Infinity: never.
 */
export interface RetentionDays {
  emails: number;
  receivedEvents: number;
  webhookMessages: number;
  logs: number;
  /** Received mail, with its bytes. */
  receivedEmails: number;
  /** Recipients and stats of campaigns, from their start. */
  campaigns: number;
}

const RETENTION_DAYS = Joi.number().integer().min(0).max(3_650).default(30);
const FOR_EVER = Number.POSITIVE_INFINITY;

/** The environment variables with their defaults. docs/operations.md describes them. */
export const RETENTION_VARIABLES = {
  EMAIL_RETENTION_DAYS: RETENTION_DAYS,
  EVENT_RETENTION_DAYS: RETENTION_DAYS,
  WEBHOOK_RETENTION_DAYS: RETENTION_DAYS,
  LOG_RETENTION_DAYS: RETENTION_DAYS,
  RECEIVED_RETENTION_DAYS: RETENTION_DAYS,
  CAMPAIGN_RETENTION_DAYS: RETENTION_DAYS.default(730),
};

/** The settings of valid values. */
export function retentionDays(
  values: Readonly<Record<keyof typeof RETENTION_VARIABLES, number>>,
): RetentionDays {
  return {
    emails: values.EMAIL_RETENTION_DAYS || FOR_EVER,
    receivedEvents: values.EVENT_RETENTION_DAYS || FOR_EVER,
    webhookMessages: values.WEBHOOK_RETENTION_DAYS || FOR_EVER,
    logs: values.LOG_RETENTION_DAYS || FOR_EVER,
    receivedEmails: values.RECEIVED_RETENTION_DAYS || FOR_EVER,
    campaigns: values.CAMPAIGN_RETENTION_DAYS || FOR_EVER,
  };
}
