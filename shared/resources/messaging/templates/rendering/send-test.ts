// Sends a test of a template: its newest version, published or not, one email per address. Test emails are charged and
// sent like others; addresses on reserved domains are refused (docs/reference/templates.md#tests).
import { DomainError } from '../../../../contract/domain-error.ts';
import { addressKey } from '../../../../mail/addresses.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { Acceptor } from '../../emails/accept/accept.ts';
import { refuseReservedRecipients } from '../../emails/accept/drop-cause.ts';
import type { NewEmail, ParsedMailbox } from '../../emails/email.ts';
import { requireTemplate } from '../find.ts';
import { type PublishDeps, prepareToPublish } from '../publishing/publish.ts';
import type { TemplatePath } from '../template.ts';
import { NOTHING_GIVEN } from './render-email.ts';
import type { EmailContents, EmailRenderer } from './render-for-send.ts';

/** Dependencies of tests. */
export interface TestTemplateDeps extends PublishDeps {
  ids: Ids;
  acceptor: Acceptor;
  emailRenderer: EmailRenderer;
  simulatorDomains: readonly string[];
}

/** A test that is asked for. */
export interface TemplateTest {
  path: TemplatePath;
  /** The only domain that the client's API key may send from; null: any domain. */
  boundDomainId: string | null;
  to: readonly ParsedMailbox[];
  variables: Readonly<Record<string, unknown>>;
}

/**
 * Sends a test.
 * @returns the ids of the emails, in the order of the addresses; an address that comes twice counts once
 * @throws DomainError `not_found`; `reserved_recipient`; faults of the source and of the values; refusals of a send
 */
export async function sendTemplateTest(
  deps: TestTemplateDeps,
  { path, boundDomainId, to, variables }: TemplateTest,
  now: Date,
): Promise<string[]> {
  const recipients = [...new Map(to.map((each) => [addressKey(each.mailbox.address), each])).values()];
  refuseReservedRecipients(recipients, deps.simulatorDomains);
  const { id, content } = await requireTemplate(deps.database, path);
  const { compiled } = await prepareToPublish(deps, path.accountId, content);
  const shared = { ...path, variables, given: NOTHING_GIVEN, template: { id, compiled } };
  const asked = recipients.map((recipient) => ({ ...shared, to: [recipient] }));
  const emails: NewEmail[] = [];
  for await (const part of deps.emailRenderer.renderAll(asked, now)) {
    for (const contents of part) {
      if (contents instanceof DomainError) throw contents;
      const recipient = recipients[emails.length] as ParsedMailbox;
      emails.push(toEmail(contents, recipient, { id: deps.ids.next(), path, boundDomainId, now }));
    }
  }
  const batch = { mode: 'strict', indexes: emails.map((_, index) => index), refused: [] } as const;
  const { ids } = await deps.acceptor.submit({ accountId: path.accountId, emails, batch });
  return ids;
}

function toEmail(
  contents: EmailContents,
  recipient: ParsedMailbox,
  { id, path, boundDomainId, now }: Pick<TemplateTest, 'path' | 'boundDomainId'> & { id: string; now: Date },
): NewEmail {
  return {
    id,
    accountId: path.accountId,
    boundDomainId,
    source: 'api',
    lane: 'transactional',
    ...contents,
    to: [recipient],
    cc: [],
    bcc: [],
    headers: {},
    tags: [],
    topicId: null,
    automationId: null,
    // Those who write a template open its tests: that would count as what people do.
    tracking: { opens: false, clicks: false },
    scheduledAt: null,
    createdAt: now,
  };
}
