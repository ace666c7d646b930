// Input of /domains (docs/reference/domains.md). Rules that depend on the configuration or on other fields are in
// shared/resources/messaging/domains/.
import Joi from 'joi';
import { DOMAIN_OBJECTS } from '../../../shared/contract/domains/objects.ts';
import { DOMAIN_STATUSES, TLS_MODES } from '../../../shared/contract/domains/values.ts';
import { DOMAIN_REGION_MAX_LENGTH, LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import type { WantedDomain } from '../../../shared/resources/messaging/domains/create.ts';
import type { DomainStatus } from '../../../shared/resources/messaging/domains/domain.ts';
import { DEFAULT_SETTINGS, type DomainSettings } from '../../../shared/resources/messaging/domains/insert.ts';
import type { DomainChanges } from '../../../shared/resources/messaging/domains/update.ts';
import { describedAs } from '../../input/described-as.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';

type Switch = 'enabled' | 'disabled';

interface Capabilities {
  sending?: Switch;
  receiving?: Switch;
}

/** Body of POST /domains, and without `capabilities` and `tls` of POST /domains/claim. */
interface DomainInput {
  name: string;
  region?: string;
  custom_return_path?: string;
  capabilities?: Capabilities;
  open_tracking?: boolean;
  click_tracking?: boolean;
  tls?: DomainSettings['tls'];
  tracking_subdomain?: string | null;
  default_from?: string | null;
  /** `own`, or absent. */
  audience?: 'own';
  audience_id?: string;
}

/** Body of PATCH /domains/:id. */
interface UpdateDomainInput extends Partial<DomainInput> {
  default?: boolean;
  warm_up?: boolean;
  if_updated_at?: Date;
}

const { Domain: DOMAIN } = DOMAIN_OBJECTS;

const region = Joi.string().trim().max(DOMAIN_REGION_MAX_LENGTH);
/** One label of a host name (RFC 1123 §2.1). */
const label = Joi.string()
  .pattern(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/)
  .messages({
    'string.pattern.base':
      '{{#label}} must be one label of a host name: up to 63 letters, digits and hyphens',
  });
const flag = Joi.boolean().strict();
const tls = Joi.string().valid(...TLS_MODES);
const capability = Joi.string().valid('enabled', 'disabled');
const capabilitiesOf = (each: Joi.Schema) =>
  Joi.object(describedAs(DOMAIN.capabilities.properties, { sending: each, receiving: each }));
const defaultFrom = Joi.string();
const audienceId = idOf('an audience');
const FIXED = 'Cannot be changed: give the current value, or leave it out';

const newDomain = describedAs(DOMAIN, {
  name: Joi.string().trim().empty(Joi.valid('', null)).required(),
  region: region.empty(Joi.valid('', null)),
  custom_return_path: label.empty(null),
  open_tracking: flag.empty(null),
  click_tracking: flag.empty(null),
  tracking_subdomain: label.empty(null).description('Subdomain label of tracked links'),
});

/** Body of POST /domains/claim, which has fewer settings. */
export const claimDomainInput = Joi.object<DomainInput>({
  ...newDomain,
  name: newDomain.name.description('The domain name to claim'),
});

/** Body of POST /domains. */
export const createDomainInput = Joi.object<DomainInput>({
  ...newDomain,
  name: newDomain.name.description('The domain name; other scripts are converted to ASCII'),
  region: newDomain.region.description('Region of the domain; stored without effect'),
  custom_return_path: newDomain.custom_return_path.description(
    `${DOMAIN.custom_return_path.description}. It cannot be changed later`,
  ),
  ...describedAs(DOMAIN, {
    capabilities: capabilitiesOf(capability.empty(null))
      .empty(null)
      .description('What the domain is used for; at least one capability must be enabled'),
    tls: tls.empty(null),
    default_from: defaultFrom.empty(Joi.valid('', null)),
  }),
  audience: Joi.string()
    .valid('own')
    .empty(null)
    .description('`own`: creates an audience for the domain, with the name of the domain'),
  audience_id: audienceId
    .empty(Joi.valid('', null))
    .description('Id of the audience of the domain. Default: the default audience'),
})
  .oxor('audience', 'audience_id')
  .messages({ 'object.oxor': '`audience` and `audience_id` cannot be combined' });

/** Body of PATCH /domains/:id. Resend's SDK repeats the domain's `id` in it, which is ignored as an unknown field. */
export const updateDomainInput = Joi.object<UpdateDomainInput>(
  describedAs(DOMAIN, {
    name: Joi.string().trim().description(FIXED),
    region: region.description(FIXED),
    custom_return_path: label.description(FIXED),
    capabilities: capabilitiesOf(capability),
    open_tracking: flag,
    click_tracking: flag,
    tls,
    tracking_subdomain: label.allow(null).description('Subdomain label of tracked links; null removes it'),
    default_from: defaultFrom
      .empty('')
      .allow(null)
      .description('Default `from` of automation steps, a mailbox of this domain; null removes it'),
    audience_id: audienceId.description(
      'Id of the audience to move the domain to. Not possible while an automation of the domain has runs',
    ),
    default: flag.description(
      'True: makes this domain the default domain of the account; false: it is no longer the default',
    ),
    warm_up: flag.description(
      'True: starts a warm-up that limits recipients per day, from 50 on the first day up to 100,000; false: ends it',
    ),
    if_updated_at: ifUpdatedAt('domain'),
  }),
);

/** Query of GET /domains. */
interface DomainsQuery extends PageRequest {
  q?: string;
  status?: DomainStatus;
  needs_attention?: boolean;
}

export const listDomainsQuery = (pageQuery as Joi.ObjectSchema).keys({
  q: Joi.string().max(LIST_NAME_MAX_LENGTH).description('Only domains with this text in the name'),
  status: Joi.string()
    .valid(...DOMAIN_STATUSES)
    .description('Only domains with this status'),
  needs_attention: Joi.boolean().description(
    'True: only domains that need attention; false: only the others',
  ),
}) as Joi.ObjectSchema<DomainsQuery>;

/** The domain that a client wants, with the defaults. */
export function toWantedDomain(accountId: string, input: DomainInput): WantedDomain {
  const { name, region = DEFAULT_SETTINGS.region } = input;
  const { capabilities: { sending = 'enabled', receiving = 'disabled' } = {} } = input;
  return {
    accountId,
    name,
    region,
    sendingEnabled: sending === 'enabled',
    receivingEnabled: receiving === 'enabled',
    openTracking: input.open_tracking ?? DEFAULT_SETTINGS.openTracking,
    clickTracking: input.click_tracking ?? DEFAULT_SETTINGS.clickTracking,
    tls: input.tls ?? DEFAULT_SETTINGS.tls,
    customReturnPath: toLabel(input.custom_return_path) ?? DEFAULT_SETTINGS.customReturnPath,
    trackingSubdomain: toLabel(input.tracking_subdomain) ?? DEFAULT_SETTINGS.trackingSubdomain,
    defaultFrom: input.default_from ?? null,
    pool: input.audience ?? (input.audience_id === undefined ? 'default' : { id: input.audience_id }),
  };
}

/** The changes that a client wants. */
export function toDomainChanges(input: UpdateDomainInput): DomainChanges {
  const { capabilities: { sending, receiving } = {} } = input;
  return {
    settings: {
      sendingEnabled: toFlag(sending),
      receivingEnabled: toFlag(receiving),
      openTracking: input.open_tracking,
      clickTracking: input.click_tracking,
      tls: input.tls,
      trackingSubdomain: toLabel(input.tracking_subdomain),
      isDefault: input.default,
      audienceId: input.audience_id,
      defaultFrom: input.default_from,
    },
    fixed: { name: input.name, region: input.region, customReturnPath: toLabel(input.custom_return_path) },
    warmUp: input.warm_up,
    ifUpdatedAt: input.if_updated_at,
  };
}

/** A name has no case; null and undefined stay. */
function toLabel<Label extends string | null | undefined>(text: Label): Label | string {
  return typeof text === 'string' ? text.toLowerCase() : text;
}

function toFlag(capability: Switch | undefined): boolean | undefined {
  return capability && capability === 'enabled';
}
