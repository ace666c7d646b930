// Recipients are the rows of work of sending (design rule 4).
import { createWorkTable } from '../../db/work-table.ts';

export const recipientsTable = createWorkTable({
  table: 'email_recipients',
  key: 'id',
  keyType: 'uuid',
  onClaim: `state = 'sending'`,
  onReclaim: `state = 'queued'`,
});
