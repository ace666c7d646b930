// The settings of mail that arrives over SMTP: their variables, and the form in which a process has them.
import Joi from 'joi';
import { readAddressRanges } from './variable-values.ts';

/** How mail is received over SMTP. */
export interface InboundSettings {
  /** Address and port to listen on; port 0 picks a free one. */
  host: string;
  port: number;
  /** Files in PEM; undefined: a self-signed certificate. */
  certificate: { certFile: string; keyFile: string } | undefined;
  /** Address ranges of the proxies whose PROXY header is believed. */
  proxies: readonly string[];
  /** The size of the largest message, as it arrives. */
  maxBytes: number;
  /** Messages of one network per minute; 0: no limit. */
  messagesPerMinute: number;
}

/** Our own largest mail, with 40 MiB of files, is about 75 MiB. */
const MAX_BYTES = 96 * 1024 * 1024;
const MIN_BYTES = 64 * 1024;

/** The environment variables with their defaults. docs/operations.md describes them. */
export const INBOUND_VARIABLES = {
  INBOUND_HOST: Joi.string()
    .empty('')
    .default((environment: { HOST: string }) => environment.HOST),
  INBOUND_PORT: Joi.number().port().default(2525),
  INBOUND_TLS_CERT: Joi.string().empty(''),
  INBOUND_TLS_KEY: Joi.string().empty(''),
  INBOUND_PROXIES: Joi.string().empty('').custom(readAddressRanges).default([]).messages({
    'any.invalid': '"INBOUND_PROXIES" must be addresses or ranges, such as 10.0.0.0/8, separated by commas',
  }),
  INBOUND_MAX_BYTES: Joi.number().integer().min(MIN_BYTES).max(MAX_BYTES).default(MAX_BYTES),
  INBOUND_MESSAGES_PER_MINUTE: Joi.number().integer().min(0).max(1_000_000).default(600),
};

/** Their values. */
export interface InboundValues {
  INBOUND_HOST: string;
  INBOUND_PORT: number;
  INBOUND_TLS_CERT: string | undefined;
  INBOUND_TLS_KEY: string | undefined;
  INBOUND_PROXIES: string[];
  INBOUND_MAX_BYTES: number;
  INBOUND_MESSAGES_PER_MINUTE: number;
}

/** The settings of valid values. */
export function inboundSettings(values: InboundValues): InboundSettings {
  return {
    host: values.INBOUND_HOST,
    port: values.INBOUND_PORT,
    certificate: certificateFiles(values, 'INBOUND'),
    proxies: values.INBOUND_PROXIES,
    maxBytes: values.INBOUND_MAX_BYTES,
    messagesPerMinute: values.INBOUND_MESSAGES_PER_MINUTE,
  };
}

/** The files of a certificate as their variables name them. */
export type CertificateValues<Server extends string> = Readonly<
  Record<`${Server}_TLS_CERT` | `${Server}_TLS_KEY`, string | undefined>
>;

/** @returns undefined when they are not set */
export function certificateFiles<Server extends string>(
  values: CertificateValues<Server>,
  server: Server,
): InboundSettings['certificate'] {
  const certFile = values[`${server}_TLS_CERT`];
  const keyFile = values[`${server}_TLS_KEY`];
  return certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
}

/** Values that are valid alone and wrong together: each without its final dot. */
export function listCertificateProblems<Server extends string>(
  values: CertificateValues<Server>,
  server: Server,
): string[] {
  const isHalf = (values[`${server}_TLS_CERT`] === undefined) !== (values[`${server}_TLS_KEY`] === undefined);
  return isHalf ? [`"${server}_TLS_CERT" and "${server}_TLS_KEY" must be set together`] : [];
}
