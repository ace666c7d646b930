// JSON forms of the entries of the suppression list (docs/reference/suppressions.md#the-suppression-record).
import type { AddedSuppression } from '../../../shared/resources/audience/suppressions/add.ts';
import type { Suppression } from '../../../shared/resources/audience/suppressions/suppression.ts';
import type { StoredReport } from '../../../shared/resources/messaging/receiving/reports.ts';
import type { CsvColumns } from '../../http/streams.ts';
import { createDownloadLink, type LinkDeps, reportPath } from '../emails/attachments/attachment-link.ts';

/** An item of GET /suppressions. */
export function toSuppressionItem({
  id,
  address,
  origin,
  emailId,
  smtpReply,
  reportId,
  createdAt,
}: Suppression) {
  return {
    id,
    email: address,
    origin,
    source_id: emailId,
    smtp_reply: smtpReply,
    report_id: reportId,
    created_at: createdAt.toISOString(),
  };
}

/** The columns of the list as a file, with the names of the fields; the address is first, for people. */
export const SUPPRESSION_CSV: CsvColumns<Suppression> = {
  email: ({ address }) => address,
  origin: ({ origin }) => origin,
  created_at: ({ createdAt }) => createdAt.toISOString(),
  source_id: ({ emailId }) => emailId,
  smtp_reply: ({ smtpReply }) => smtpReply,
  id: ({ id }) => id,
  // Files are also read by the position of their columns, so a new one is the last.
  report_id: ({ reportId }) => reportId,
};

/** The answer of POST /suppressions and GET /suppressions/:id. */
export function toSuppression(suppression: Suppression, report: StoredReport | undefined, deps: LinkDeps) {
  return {
    object: 'suppression',
    ...toSuppressionItem(suppression),
    report: report ? toReport(report, deps) : null,
  };
}

function toReport({ id, receivedAt, size }: StoredReport, deps: LinkDeps) {
  const { url, endsAt } = createDownloadLink(deps, reportPath(id));
  return {
    id,
    received_at: receivedAt.toISOString(),
    size,
    download_url: url,
    expires_at: endsAt.toISOString(),
  };
}

/** An entry in the answer of POST /suppressions/batch/add. */
export function toAddedSuppression({ suppression: { id }, isNew }: AddedSuppression) {
  return { object: 'suppression', id, added: isNew };
}

/** The answer of DELETE /suppressions/:id, and an entry in that of POST /suppressions/batch/remove. */
export function toDeletedSuppression({ id }: Suppression) {
  return { object: 'suppression', id, deleted: true };
}
