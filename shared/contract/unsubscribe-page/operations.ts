// Settings of the unsubscribe pages: their operations, as rows of the operations table
// (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const UNSUBSCRIBE_PAGE_OPERATIONS = {
  getUnsubscribePage: {
    method: 'get',
    path: '/unsubscribe-page',
    permission: 'full',
    summary: 'Get the settings of the unsubscribe and preference pages',
    answer: { object: 'UnsubscribePage' },
    commands: ['unsubscribe-page get'],
  },
  updateUnsubscribePage: {
    method: 'patch',
    path: '/unsubscribe-page',
    permission: 'full',
    summary: 'Update the settings of the unsubscribe and preference pages',
    example: {
      title: 'Email preferences',
      sender_name: 'Acme',
      postal_address: '1 Main Street\nSpringfield',
      accent_color: '#0a7d4f',
    },
    answer: { object: 'UnsubscribePage' },
    commands: ['unsubscribe-page update'],
  },
} as const satisfies Record<string, DescribedOperation>;
