// Sends a test of a template: its newest version, published or not, one email per address. Test emails are charged and
// sent like others; addresses on reserved domains are refused (docs/reference/templates.md#tests).
import { DomainError } from '../../../../contract/domain-error.ts';
import { EMPTY_MAIL_CONTENT } from '../../../../contract/mail/fields.ts';
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { type SubmitTestDeps, submitTest, type TestEmail } from '../../emails/accept/submit-test.ts';
import type { ParsedMailbox } from '../../emails/email.ts';
import { testPollOf } from '../../polls/define.ts';
import { compileComplete } from '../check-source.ts';
import { requireTemplate } from '../find.ts';
import { type PublishDeps, prepareToPublish } from '../publishing/publish.ts';
import type { TemplatePath } from '../template.ts';
import type { EmailRenderer } from './render-for-send.ts';

/** Dependencies of tests. */
export interface TestTemplateDeps extends PublishDeps, SubmitTestDeps {
  ids: Ids;
  emailRenderer: EmailRenderer;
  turns: FairTurns;
}

/** The test to send. */
export interface TemplateTest {
  path: TemplatePath;
  /** The only domain that the client's API key may send from; null: any domain. */
  boundDomainId: string | null;
  to: readonly ParsedMailbox[];
  variables: Readonly<Record<string, unknown>>;
}

/**
 * Sends a test.
 * @returns the ids of the emails, in the order of the addresses; a repeated address counts once
 * @throws DomainError `not_found`; `reserved_recipient`; faults of the source and of the values; refusals of a send
 */
export async function sendTemplateTest(
  deps: TestTemplateDeps,
  { path, boundDomainId, to, variables }: TemplateTest,
  now: Date,
): Promise<string[]> {
  const { accountId } = path;
  return await submitTest(deps, { accountId, to }, async (recipients) => {
    const { id, content } = await requireTemplate(deps.database, path);
    const inlinedHtml = await prepareToPublish(deps, accountId, content);
    const compiled = await deps.turns.run(accountId, () =>
      compileComplete({ ...content, html: inlinedHtml ?? content.html }),
    );
    const shared = {
      ...path,
      variables,
      given: EMPTY_MAIL_CONTENT,
      template: { id, compiled, poll: content.poll && testPollOf(content.poll) },
    };
    const asked = recipients.map((recipient) => ({ ...shared, to: [recipient] }));
    const emails: TestEmail[] = [];
    for await (const part of deps.emailRenderer.renderAll(asked, now)) {
      for (const contents of part) {
        if (contents instanceof DomainError) throw contents;
        emails.push({ id: deps.ids.next(), accountId, boundDomainId, ...contents, createdAt: now });
      }
    }
    return emails;
  });
}
