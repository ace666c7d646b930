// How the records are added at the provider of the domain's DNS. Which one that is, DNS is asked once, when the steps are
// opened; it is the only request that this part of the page makes.
import ExternalLink from 'lucide-react/icons/external-link';
import { useEffect, useRef } from 'react';
import type { Domain, DomainDnsProvider } from '../../../api/generated/types.ts';
import { useAsk } from '../../../api/use-call.ts';
import { Button, ButtonLink } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { recordId, recordName } from '../records/purpose.ts';
import { findGuide, OTHER_PROVIDER, type ProviderGuide, quotedValue } from './provider-guides.ts';
import css from './provider-steps.module.css';

/** The steps. */
export function ProviderSteps({ domain }: { domain: Domain }) {
  const { data, error, ask } = useAsk('getDomainDnsProvider', { id: domain.id });
  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    void ask();
  });
  const askAgain = () => void ask();
  if (error) return <FailureNote failure={error} onRetry={askAgain} />;
  if (!data) return <Skeleton height={160} />;
  return (
    <div className={css['steps']}>
      <Stack direction="row" gap={3} wrap>
        <p className={css['provider']}>{providerWords(data)}</p>
        {data.records_url !== null && (
          <ButtonLink size="small" icon={ExternalLink} href={data.records_url} isExternal>
            Open DNS provider
          </ButtonLink>
        )}
        {data.nameservers.length === 0 && (
          <Button size="small" onPress={askAgain}>
            Check again
          </Button>
        )}
      </Stack>
      <Guide domain={domain} provider={data.provider} />
    </div>
  );
}

function providerWords({ name, provider, nameservers }: DomainDnsProvider): string {
  if (nameservers.length === 0) return 'DNS did not answer, so the DNS provider is not known.';
  const servers = `${nameservers.slice(0, 2).join(', ')}${nameservers.length > 2 ? ', …' : ''}`;
  return provider === null
    ? `The name servers of ${name} are ${servers}. Posthorn does not know this provider.`
    : `The DNS of ${name} is at ${provider} (${servers}).`;
}

function Guide({ domain, provider }: { domain: Domain; provider: string | null }) {
  const guide = findGuide(provider);
  const { steps, quirks } = guide ?? OTHER_PROVIDER;
  return (
    <>
      <ol className={css['list']}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ul className={css['list']}>
        {quirks.map((quirk) => (
          <li key={quirk}>{quirk}</li>
        ))}
      </ul>
      {guide?.wantsQuotes && <QuotedValues domain={domain} />}
      {guide && (
        <p className={css['read']}>
          {sourceWords(guide)} If the form looks different, use the same host, type and value.
        </p>
      )}
    </>
  );
}

function sourceWords({ source, readOn }: ProviderGuide): string {
  return source === 'provider'
    ? `Checked on ${readOn} against copies of the provider’s help pages, which may be older.`
    : `Checked on ${readOn} against third-party guides, not the provider’s own help pages.`;
}

function QuotedValues({ domain }: { domain: Domain }) {
  return (
    <dl className={css['quoted']}>
      {domain.records.map((record) => (
        <div key={recordId(record)}>
          <dt>{recordName(record)}</dt>
          <dd>
            <Copyable
              text={
                record.type === 'TXT'
                  ? quotedValue(record.value)
                  : [record.priority, record.value].join(' ').trim()
              }
              label={`the value of ${recordName(record)} in this form`}
              isMono
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
