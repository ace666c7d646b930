// The first steps as a list: each says what it is, and has one act and something to run. It continues automatically as
// the steps are done elsewhere; once all are, it is no longer shown.
import type { ReactNode } from 'react';
import { API_URL } from '../../api/base.ts';
import { useRefusal, useSession } from '../../api/session.ts';
import { CallSnippet } from '../../copy-as/call-snippet.tsx';
import { SendSnippet } from '../../copy-as/send-snippet.tsx';
import { Button, ButtonLink } from '../../design/controls/button.tsx';
import { type Step, Steps } from '../../design/data/steps.tsx';
import { Section } from '../../design/layout/section.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import { STEPS, type StepId } from './checklist.ts';
import css from './overview.module.css';
import type { AccountState } from './use-account-facts.ts';

/** Until the account has one. */
const ANY_DOMAIN = 'your-domain.com';
/** Until then, under a reserved name (RFC 2606): the events of the account are for no stranger. */
const ANY_ENDPOINT = 'https://hooks.example.com/webhooks';

/** The checklist. */
export function ChecklistSection({ state: { steps, isComplete, domain } }: { state: AccountState }) {
  const isFirst = !steps.send;
  return (
    <Section
      title={isComplete ? 'Everything is set up' : isFirst ? 'Send your first email' : 'Finish setting up'}
      description={descriptionOf(isComplete, isFirst)}
    >
      <Steps steps={stepsOf(steps, domain)} />
    </Section>
  );
}

function descriptionOf(isComplete: boolean, isFirst: boolean): string {
  if (isComplete)
    return 'You have a key, a first email, a domain and a webhook. This list will not appear again.';
  if (isFirst)
    return 'This takes a few minutes. Each step is ticked when you complete it, here or from your code.';
  return 'Each step is ticked when you complete it, here or from your code.';
}

function stepsOf(done: AccountState['steps'], domain: string | undefined): Step[] {
  const titles: Record<StepId, string> = {
    key: 'Create an API key',
    send: 'Send an email',
    domain: 'Add your domain',
    webhook: 'Add a webhook',
    contacts: 'Add contacts',
    campaign: 'Send a campaign',
  };
  const bodies: Record<StepId, ReactNode> = {
    key: <KeyStep />,
    send: <SendStep domain={domain} />,
    domain: <DomainStep />,
    webhook: <WebhookStep domain={domain} />,
    contacts: <ContactsStep />,
    campaign: <CampaignStep />,
  };
  return STEPS.map((id) => ({
    id,
    title: titles[id],
    isDone: done[id],
    children: bodies[id],
  }));
}

function KeyStep() {
  const refusal = useRefusal('createApiKey');
  return (
    <div className={css['step']}>
      <p>Your programs send a key with each request. A key is shown once, when you create it.</p>
      <Action href="/api-keys?create=yes" refusal={refusal}>
        Create an API key
      </Action>
      <CodeBlock
        label="Try the key"
        language="Then try it"
        code={`export POSTHORN_API_KEY='ph_…'\ncurl ${API_URL}/emails -H "Authorization: Bearer $POSTHORN_API_KEY"`}
      />
    </div>
  );
}

function SendStep({ domain }: { domain: string | undefined }) {
  const { person } = useSession();
  const refusal = useRefusal('sendEmail');
  return (
    <div className={css['step']}>
      <p>
        {domain === undefined
          ? 'You need a domain to send from: complete the next step first, then send an email to yourself.'
          : 'Send an email to yourself, from this page or with your key, and see its delivery here.'}
      </p>
      <Action href="/emails?compose=yes" refusal={refusal}>
        Write an email
      </Action>
      <SendSnippet from={`hello@${domain ?? ANY_DOMAIN}`} to={person.email} />
    </div>
  );
}

function DomainStep() {
  const refusal = useRefusal('createDomain');
  return (
    <div className={css['step']}>
      <p>
        You send mail from your own domain. Add it, then publish the DNS records that its page shows. The
        domain can send about a minute after the records are found.
      </p>
      <Action href="/domains?create=yes" refusal={refusal}>
        Add a domain
      </Action>
      <CallSnippet label="Add a domain" operation="createDomain" input={{ body: { name: ANY_DOMAIN } }} />
    </div>
  );
}

function WebhookStep({ domain }: { domain: string | undefined }) {
  const refusal = useRefusal('createWebhook');
  return (
    <div className={css['step']}>
      <p>Your server gets a request as soon as mail is delivered or bounces.</p>
      <Action href="/webhooks?create=yes" refusal={refusal}>
        Add a webhook
      </Action>
      <CallSnippet
        label="Add a webhook"
        operation="createWebhook"
        input={{
          body: {
            endpoint_url: domain === undefined ? ANY_ENDPOINT : `https://${domain}/webhooks`,
            events: ['email.delivered', 'email.bounced', 'email.complained'],
          },
        }}
      />
    </div>
  );
}

function ContactsStep() {
  const refusal = useRefusal('createContactImport');
  return (
    <div className={css['step']}>
      <p>
        To send news and other mail to many people, import a file of addresses or add contacts one by one.
      </p>
      <Action href="/contacts/imports/new" refusal={refusal}>
        Import contacts
      </Action>
      <CallSnippet
        label="Add a contact"
        operation="createContact"
        input={{ body: { email: 'bo@customer.dev', first_name: 'Bo' } }}
      />
    </div>
  );
}

function CampaignStep() {
  const refusal = useRefusal('createCampaign');
  return (
    <div className={css['step']}>
      <p>
        Send one message to all contacts, with an unsubscribe link in each. A campaign stays a draft until you
        send it.
      </p>
      <Action href="/campaigns?create=yes" refusal={refusal}>
        Create a campaign
      </Action>
    </div>
  );
}

/** A link to where the step is done; refused, a button that says why. */
function Action({
  href,
  refusal,
  children,
}: {
  href: string;
  refusal: string | undefined;
  children: ReactNode;
}) {
  if (refusal !== undefined) {
    return (
      <Button variant="filled" refusal={refusal}>
        {children}
      </Button>
    );
  }
  return (
    <ButtonLink variant="filled" href={href}>
      {children}
    </ButtonLink>
  );
}
