// The manifest of the feedback of providers (foundation/manifest.ts).
import { rowsById } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';
import { feedbackIsInUse, feedbackWork } from './work.ts';

export const providerFeedbackManifest = {
  work: [feedbackWork],
  retention: (days) => [
    {
      ...rowsById('feedback of providers', 'provider_feedback', days.receivedEmails),
      retainedWhile: feedbackIsInUse,
    },
  ],
  deletion: { stage: 'mail', rows: [ownedRows('provider_feedback', ID_KEY)], claimed: ['provider_feedback'] },
} satisfies Manifest;
