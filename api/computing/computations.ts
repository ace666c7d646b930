// Lists all computations of the computing process by name.
import type { Computation } from '../../shared/platform/sharing/computer.ts';
import { CAMPAIGN_MESSAGE } from '../../shared/resources/flows/campaigns/checklist/made-message.ts';
import { CAMPAIGN_CONTENT_CHECK } from '../../shared/resources/flows/campaigns/content/check-content.ts';
import { TEXT_OF_HTML } from '../../shared/resources/flows/campaigns/previews/preview.ts';
import { CAMPAIGN_FOR_CONTACT } from '../../shared/resources/flows/campaigns/previews/render-for-contact.ts';
import { TEMPLATE_CHECK } from '../../shared/resources/messaging/checklist/check-template.ts';
import { SHOWN_BODIES } from '../../shared/resources/messaging/checklist/checked-message.ts';
import {
  COMPLETE_SOURCE_CHECK,
  SOURCE_CHECK,
} from '../../shared/resources/messaging/templates/check-source.ts';
import { TEMPLATE_PREVIEW } from '../../shared/resources/messaging/templates/rendering/preview.ts';
import { OPERATION_SEARCH } from '../resources/mcp/operations/find.ts';

const ALL = [
  SOURCE_CHECK,
  COMPLETE_SOURCE_CHECK,
  TEMPLATE_PREVIEW,
  TEMPLATE_CHECK,
  CAMPAIGN_CONTENT_CHECK,
  CAMPAIGN_MESSAGE,
  SHOWN_BODIES,
  CAMPAIGN_FOR_CONTACT,
  TEXT_OF_HTML,
  OPERATION_SEARCH,
] as const;

/** The computations by name. The caller of a computation passes its arguments, so they fit. */
export const COMPUTATIONS: ReadonlyMap<string, Computation<unknown[], unknown>> = new Map(
  ALL.map((each) => [each.name, each as unknown as Computation<unknown[], unknown>]),
);
