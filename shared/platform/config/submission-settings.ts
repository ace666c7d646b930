// The settings of mail that programs submit over SMTP: their variables, and the form in which a process has them. A
// setting that is absent has the value of inbound mail.
import Joi from 'joi';
import { certificateFiles, type InboundSettings } from './inbound-settings.ts';
import { readAddressRanges } from './variable-values.ts';

/** How mail is taken from programs. */
export interface SubmissionSettings extends Pick<InboundSettings, 'host' | 'certificate' | 'proxies'> {
  /** Ports to listen on: with STARTTLS, and with TLS from the first byte; 0 picks a free one. */
  port: number;
  securePort: number;
  /** The size of the largest message, as it arrives. */
  maxBytes: number;
  /** Clients of this machine log in without TLS; development only. */
  trustsLoopback: boolean;
}

/** The size of the largest email of the API as a message. */
const MAX_BYTES = 75 * 1024 * 1024;
const MIN_BYTES = 64 * 1024;

/** The environment variables with their defaults. docs/operations.md describes them. */
export const SUBMISSION_VARIABLES = {
  SUBMISSION_HOST: Joi.string()
    .empty('')
    .default((environment: { HOST: string }) => environment.HOST),
  SUBMISSION_PORT: Joi.number().port().default(2587),
  SUBMISSIONS_PORT: Joi.number().port().default(2465),
  SUBMISSION_TLS_CERT: Joi.string().empty(''),
  SUBMISSION_TLS_KEY: Joi.string().empty(''),
  SUBMISSION_PROXIES: Joi.string().empty('').custom(readAddressRanges).messages({
    'any.invalid':
      '"SUBMISSION_PROXIES" must be addresses or ranges, such as 10.0.0.0/8, separated by commas',
  }),
  SUBMISSION_MAX_BYTES: Joi.number().integer().min(MIN_BYTES).max(MAX_BYTES).default(MAX_BYTES),
  DEVELOPMENT_CLEAR_LOGIN: Joi.boolean().empty('').default(false),
};

/** Their values. */
export interface SubmissionValues {
  SUBMISSION_HOST: string;
  SUBMISSION_PORT: number;
  SUBMISSIONS_PORT: number;
  SUBMISSION_TLS_CERT: string | undefined;
  SUBMISSION_TLS_KEY: string | undefined;
  SUBMISSION_PROXIES: string[] | undefined;
  SUBMISSION_MAX_BYTES: number;
  DEVELOPMENT_CLEAR_LOGIN: boolean;
}

/** The settings of valid values. */
export function submissionSettings(values: SubmissionValues, inbound: InboundSettings): SubmissionSettings {
  return {
    host: values.SUBMISSION_HOST,
    port: values.SUBMISSION_PORT,
    securePort: values.SUBMISSIONS_PORT,
    certificate: certificateFiles(values, 'SUBMISSION') ?? inbound.certificate,
    proxies: values.SUBMISSION_PROXIES ?? inbound.proxies,
    maxBytes: values.SUBMISSION_MAX_BYTES,
    trustsLoopback: values.DEVELOPMENT_CLEAR_LOGIN,
  };
}
