// Scenario `batch`, how newsletters and imports send: 100 mails per request, 4 requests at a time. Measures messages
// per second from the first POST until the server has all. Postfix, which has no batches, gets the same mails over 20
// sessions.
import { BATCH, SINGLE } from '../load/shape.ts';
import { POSTFIX, SIGNED_POSTFIX } from '../postfix/variant.ts';
import { compareVariants } from './deliver.ts';

const WANTED = '≥ 5 × naive; with 10 KB ≥ 4 × postfix';

export const batch = compareVariants({
  name: 'batch',
  question: 'Batches of 100 mails over 4 connections.',
  shapeFor: ({ protocol }) => (protocol === 'http' ? BATCH : SINGLE),
  dividedBy: { [`× ${POSTFIX}`]: POSTFIX, [`× ${SIGNED_POSTFIX}`]: SIGNED_POSTFIX },
  wanted: { 'posthorn-postgres': WANTED, 'posthorn-redis': WANTED },
});
