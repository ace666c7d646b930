// Routes of /emails: send emails, read them, and reschedule or cancel scheduled ones.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { cancelEmail } from '../../../shared/resources/messaging/emails/cancel.ts';
import { requireEmail } from '../../../shared/resources/messaging/emails/find.ts';
import { EMAIL_LIST } from '../../../shared/resources/messaging/emails/list.ts';
import { rescheduleEmail } from '../../../shared/resources/messaging/emails/reschedule.ts';
import { readScheduleTime } from '../../../shared/resources/messaging/emails/schedule-time.ts';
import { listSources } from '../../../shared/resources/messaging/emails/sources.ts';
import { traceEmail } from '../../../shared/resources/messaging/emails/trace.ts';
import { listFeedbackAbout } from '../../../shared/resources/messaging/provider-feedback/list.ts';
import { listReportsAbout } from '../../../shared/resources/messaging/receiving/reports.ts';
import { idempotencyHeader } from '../../idempotency.ts';
import { limitRate } from '../../middleware/rate-limit.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { checkPaths } from './attachments/input.ts';
import { attachmentRoutes } from './attachments/router.ts';
import { batchRoutes } from './batch/router.ts';
import { sendEmailInput, updateEmailInput } from './input.ts';
import { listEmailsQuery, toEmailFilters } from './list-query.ts';
import { metricsRoutes } from './metrics/router.ts';
import { toEmail, toEmailItem, toEmailSource, toEmailTrace, toScheduledEmail } from './output.ts';
import { SEND_OPTIONS, sendEmail } from './send.ts';
import { shareRoutes } from './share/router.ts';

const params = { id: uuidOf('Email') };

/** Routes of emails. Fixed words precede `:id`, because the first match wins. */
export const emailRoutes: Resource = [
  route(OPERATIONS.sendEmail, { headers: idempotencyHeader('send'), body: sendEmailInput }, sendEmail, {
    ...SEND_OPTIONS,
    beforeBody: limitRate,
    // Before the template is rendered.
    check: ({ deps, body }) => {
      checkPaths(body.attachments, deps.config.outboundReach);
      if (body.scheduled_at) readScheduleTime(body.scheduled_at, deps.clock.now());
    },
  }),
  ...batchRoutes,
  route(OPERATIONS.listEmails, { query: listEmailsQuery }, async ({ deps, caller, query }) => {
    const { page, filters } = await toEmailFilters({ deps, caller }, query);
    return toList(await findPageOf(deps.database, EMAIL_LIST, caller.accountId, page, filters), toEmailItem);
  }),
  route(OPERATIONS.listEmailSources, {}, async ({ deps, caller }) => {
    const sources = await listSources(deps.database, caller.accountId);
    return toList({ rows: sources, hasMore: false }, toEmailSource);
  }),
  ...metricsRoutes,
  ...shareRoutes,
  route(OPERATIONS.getEmail, { params }, async ({ deps, caller, params: { id } }) =>
    toEmail(await requireEmail(deps, caller.accountId, id)),
  ),
  route(OPERATIONS.traceEmail, { params }, async ({ deps, caller: { accountId }, params: { id } }) => {
    const trace = await traceEmail(deps.database, accountId, id);
    const recipientIds = trace.recipients.map((recipient) => recipient.id);
    const about = { recipientIds, since: trace.createdAt };
    const [reports, feedback] = await Promise.all([
      listReportsAbout(deps.database, accountId, about),
      listFeedbackAbout(deps.database, accountId, recipientIds),
    ]);
    return toEmailTrace(trace, { reports, feedback });
  }),
  route(
    OPERATIONS.updateEmail,
    { params, body: updateEmailInput },
    async ({ deps, caller: { accountId }, params: { id }, body }) => {
      const now = deps.clock.now();
      const scheduledAt = readScheduleTime(body.scheduled_at, now);
      return toScheduledEmail(await rescheduleEmail(deps.database, { accountId, id, scheduledAt, now }));
    },
    { check: ({ deps, body }) => void readScheduleTime(body.scheduled_at, deps.clock.now()) },
  ),
  route(OPERATIONS.cancelEmail, { params }, async ({ deps, caller: { accountId }, params: { id } }) =>
    toScheduledEmail(await cancelEmail(deps, { accountId, id, now: deps.clock.now() })),
  ),
  ...attachmentRoutes,
];
