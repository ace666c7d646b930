// Leads on from anchors that only a browser sees: of parts that have moved, and of the page that /docs was before.
import { MOVED_ANCHORS } from '../../shared/contract/site/moved.ts';

/** `#/emails/sendEmail`: the page before this documentation. */
const OPERATION = /^#\/(?<resource>[\w-]+)\/(?<operation>\w+)$/;

/** Opens what the address names, if it has moved. */
export function leadOn(): void {
  const base = document.body.dataset['base'] ?? '';
  const path = location.pathname.slice(base.length);
  const { resource, operation } = OPERATION.exec(location.hash)?.groups ?? {};
  // The page before had them under campaigns.
  const page = operation?.includes('Broadcast') ? 'broadcasts' : resource;
  const to =
    page !== undefined && operation !== undefined
      ? `/docs/api/${page}#${operation.toLowerCase()}`
      : MOVED_ANCHORS[`${path}${location.hash}`];
  if (to !== undefined) location.replace(`${base}${to}`);
}
