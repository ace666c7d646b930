// The paths by which programs send with other services: a program that was given another base URL, and no other code, asks
// for them. Their 404 names our operation and the guide to read (docs/reference/requests.md#base-url-and-paths).

interface ForeignPath {
  /** Without a leading `/api`, which every path may have here. */
  path: RegExp;
  service: string;
  /** `/docs/guides/<guide>` */
  guide: string;
  operations: string;
}

const SEND = '`POST /emails`';

const FOREIGN_PATHS: readonly ForeignPath[] = [
  { path: /^\/v3\/mail\/send$/, service: 'SendGrid', guide: 'sendgrid', operations: SEND },
  {
    path: /^\/v3\/[^/]+\.[^/]+\/messages(?:\.mime)?$/,
    service: 'Mailgun',
    guide: 'mailgun',
    operations: SEND,
  },
  {
    path: /^\/email(?:\/withTemplate)?$/i,
    service: 'Postmark',
    guide: 'postmark',
    operations: SEND,
  },
  {
    path: /^\/email\/batch(?:WithTemplates)?$/i,
    service: 'Postmark',
    guide: 'postmark',
    operations: '`POST /emails/batch`',
  },
  { path: /^\/v2\/email\/outbound-emails$/, service: 'Amazon SES', guide: 'ses', operations: SEND },
  {
    path: /^\/1\.0\/messages\/send/,
    service: 'Mailchimp Transactional',
    guide: 'mailchimp',
    operations: SEND,
  },
  {
    path: /^\/3\.0(?:\/|$)/,
    service: 'Mailchimp',
    guide: 'mailchimp',
    operations: '`POST /emails`, `POST /campaigns` and `POST /contacts`',
  },
  { path: /^\/tx$/, service: 'listmonk', guide: 'listmonk', operations: SEND },
];

/** @returns a sentence about what there is in place of another service's path; undefined: it is none of theirs */
export function describeForeignPath(path: string): string | undefined {
  const found = FOREIGN_PATHS.find((foreign) => foreign.path.test(path));
  if (!found) return undefined;
  const { service, guide, operations } = found;
  return `This is a path of ${service}. Posthorn has ${operations} instead: see /docs/guides/${guide}.`;
}
