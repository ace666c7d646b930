// The recipients of a campaign by what became of them. Each leads to its contact, and to the email that it got.
import { useMemo } from 'react';
import type { Campaign, CampaignRecipientItem } from '../../../../api/generated/types.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { ButtonLink } from '../../../../design/controls/button.tsx';
import { EmptyState } from '../../../../design/feedback/empty-state.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { ListParts, ListTop } from '../../../../lists/list-parts.tsx';
import type { FilterControl } from '../../../../lists/parts/filters.tsx';
import type { Column } from '../../../../lists/rows.tsx';
import { usePlacedList } from '../../../../lists/state/use-placed-list.ts';
import { CONTACTS_PATH } from '../../../contacts/list.ts';
import { CAMPAIGN_RECIPIENTS } from '../lists.ts';
import { nameOf } from '../result/variant-words.ts';
import { recipientDetails, recipientName, TYPE_OPTIONS } from './recipient-words.ts';

/** The API takes whole addresses only. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The section. */
export function Recipients({ campaign }: { campaign: Pick<Campaign, 'id' | 'ab_test'> }) {
  const { id, ab_test: test } = campaign;
  const { list, top } = usePlacedList(CAMPAIGN_RECIPIENTS, { id });
  const keys = test?.variants.map(({ key }) => key).join() ?? '';
  const filters = useMemo(() => filtersOf(keys), [keys]);
  const columns = useMemo(() => columnsOf(id, keys !== ''), [id, keys]);
  return (
    <Section
      title="Recipients"
      level={3}
      actions={<CopyAs operation="listCampaignRecipients" input={list.input} label="Copy recipients as" />}
    >
      <div>
        <ListTop place={top} />
        <ListParts
          label="Recipients of the campaign"
          columns={columns}
          filters={filters}
          list={list}
          hrefOf={({ contact_id: contact }) => (contact === null ? undefined : `${CONTACTS_PATH}/${contact}`)}
          empty={
            <EmptyState title="No recipients yet" level={3}>
              Use the filter above to show other people, such as those who are waiting or were left out.
            </EmptyState>
          }
        />
      </div>
    </Section>
  );
}

function filtersOf(keys: string): readonly FilterControl[] {
  const options = keys.split(',').map((key) => ({ id: key, label: `Variant ${nameOf(key)}` }));
  return [
    { kind: 'choice', name: 'type', label: 'Type', none: 'Sent', options: TYPE_OPTIONS },
    {
      kind: 'text',
      name: 'email',
      label: 'Find a recipient by full address',
      short: 'Address',
      placeholder: 'bo@customer.dev',
      accepts: ADDRESS,
    },
    ...(keys === '' ? [] : [{ kind: 'choice', name: 'variant', label: 'Variant', options } as const]),
  ];
}

function columnsOf(campaignId: string, hasVariants: boolean): readonly Column<CampaignRecipientItem>[] {
  return [
    { id: 'email', header: 'Address', render: recipientName },
    { id: 'details', header: 'Outcome', width: '40%', render: recipientDetails },
    ...(hasVariants
      ? [
          {
            id: 'variant',
            header: 'Variant',
            width: '90px',
            render: ({ variant }: CampaignRecipientItem) => (variant === null ? 'None' : nameOf(variant)),
          },
        ]
      : []),
    {
      id: 'mail',
      header: '',
      kind: 'action',
      width: '80px',
      render: ({ email, reason }) =>
        email === '' || reason !== null ? null : (
          <ButtonLink
            variant="quiet"
            size="small"
            href={mailPath(campaignId, email)}
            aria-label={`Email to ${email}`}
          >
            Email
          </ButtonLink>
        ),
    },
  ];
}

/** The mail of the campaign to an address, among all emails. */
function mailPath(campaignId: string, email: string): string {
  return `/emails?${new URLSearchParams({ campaign_id: campaignId, to: email })}`;
}
